import { Refusal } from '../../core/index.ts'
import type { ApplicationDirectory } from '../application.ts'
import { type Check, established } from '../visit.ts'

/** Decisions §3: the key is known, not revoked, and of this environment; strangers cannot tell which failed. */
export const checkApiKey =
  (directory: ApplicationDirectory): Check =>
  async (visit) => {
    const { keyId } = established(visit.headers)
    const mark = visit.request.environment === 'production' ? 'key_live_' : 'key_test_'
    const application = keyId.startsWith(mark) ? await directory.findByApiKey(keyId) : null
    if (application?.environment !== visit.request.environment) throw new Refusal('invalid_api_key')
    visit.application = application
  }
