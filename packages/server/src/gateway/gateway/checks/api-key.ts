import { Refusal } from '@nani/foundation/core/index.ts'
import type { CheckDependencies } from '../check-dependencies.ts'
import type { RequestContext, WithApplication, WithHeaders } from '../request-context.ts'

/**
 * spec/checks#order-of-checks: the key is known, not revoked, and of this environment. All failures have the same
 * response, so that an unknown caller learns nothing about keys.
 */
export const checkApiKey = async (
  { request: { environment }, headers: { keyId } }: RequestContext & WithHeaders,
  { directory }: Pick<CheckDependencies, 'directory'>,
): Promise<WithApplication> => {
  const prefix = environment === 'production' ? 'key_live_' : 'key_test_'
  const application = keyId.startsWith(prefix) ? await directory.findByApiKey(keyId) : null
  if (application?.environment !== environment) throw new Refusal('invalid_api_key')
  return { application }
}
