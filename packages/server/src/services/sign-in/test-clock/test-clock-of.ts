import { rfc3339 } from '@nani/foundation/core/index.ts'
import { timeOf } from '../../../gateway/gateway/index.ts'
import type { SignInDependencies } from '../dependencies.ts'
import { readToken } from '../handles.ts'

/** The time of the application of an access token, if its test clock is moved (spec/sandbox#test-clock). */
export const createTestClockOf =
  ({ applications, clock }: Pick<SignInDependencies, 'applications' | 'clock'>) =>
  async (accessToken: string): Promise<string | null> => {
    const handle = readToken(accessToken)
    const application = handle && (await applications.findById(handle.applicationId))
    return application && application.clockAheadMs > 0 ? rfc3339(timeOf(application, clock)) : null
  }
