import { createHmac } from 'node:crypto'
import { AlreadyCompleted, FundsSpent, QuotaSpent } from '../../../calls/commit/index.ts'
import { accessDenied, callbackUrl, type WayBack, wayBackOf } from '../callback.ts'
import type { RequestFacts, SignInDependencies } from '../dependencies.ts'
import type { Handle } from '../handles.ts'
import { sha256 } from '../hashes.ts'
import type { RequestRow } from '../requests/requests.ts'
import { isRedeemable } from './codes.ts'
import { createCommitCode } from './commit-code.ts'

type Dependencies = Pick<SignInDependencies, 'pool' | 'codeKey' | 'baseUrl' | 'places'> &
  Parameters<typeof createCommitCode>[0]

/**
 * The code of a request: 32 bytes that follow from the secret of the browser, under a key of the installation. A
 * browser whose redirect was lost can therefore reload and receives the same code, although only its hash is stored.
 */
const codeOf = ({ requestId }: Handle, secret: string, { codeKey }: Pick<Dependencies, 'codeKey'>): string =>
  createHmac('sha256', codeKey).update(`${requestId}\n${secret}`).digest('base64url')

type CommitCode = ReturnType<typeof createCommitCode>

/**
 * Visits of one browser at the same time share a commit. Commits of an application share a statement, and two of the same
 * code would fail all that it writes.
 */
const oncePerCode = (commitCode: CommitCode): CommitCode => {
  const underWay = new Map<string, Promise<void>>()
  return (request, codeHash, facts) => {
    const key = codeHash.toString('hex')
    const running =
      underWay.get(key) ?? commitCode(request, codeHash, facts).finally(() => void underWay.delete(key))
    underWay.set(key, running)
    return running
  }
}

/** Returns the address to which the browser of an approved request goes. The first visit issues the code. */
export const createIssueCode = (dependencies: Dependencies) => {
  const commitCode = oncePerCode(createCommitCode(dependencies))
  return async (request: RequestRow, secret: string, facts: RequestFacts): Promise<string> => {
    const handle: Handle = { applicationId: request.application_id, requestId: request.request_id }
    const way = wayBackOf(request, dependencies)
    const code = codeOf(handle, secret, dependencies)
    const codeHash = sha256(code)
    try {
      if (request.status === 'approved') {
        await commitCode(request, codeHash, facts)
        dependencies.places.leave(handle.requestId)
        return callbackUrl(way, { code })
      }
    } catch (error) {
      if (error instanceof QuotaSpent || error instanceof FundsSpent) return unavailable(way)
      // Another visit of the same browser was faster.
      if (!(error instanceof AlreadyCompleted)) throw error
    }
    return (await isRedeemable(dependencies.pool, handle.applicationId, codeHash))
      ? callbackUrl(way, { code })
      : accessDenied(way)
  }
}

const unavailable = (way: WayBack) =>
  callbackUrl(way, {
    error: 'temporarily_unavailable',
    error_description: 'The quota or the funds of the application are used up.',
  })
