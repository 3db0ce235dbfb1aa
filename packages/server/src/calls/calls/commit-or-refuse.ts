import { Refusal } from '@nani/foundation/core/index.ts'
import { quotaExceeded } from '../../gateway/gateway/index.ts'
import { AlreadyCompleted, type CommitRecord, FundsSpent, QuotaSpent } from '../commit/index.ts'
import type { CallsDependencies } from './dependencies.ts'
import type { Invocation } from './requests/invocation.ts'

/** Commits a call. A commit that did not happen is refused with the code that its caller expects. */
export const commitOrRefuse = async (
  record: CommitRecord,
  { service, application }: Invocation,
  { commit, clock, consolePages }: Pick<CallsDependencies, 'commit' | 'clock' | 'consolePages'>,
): Promise<void> => {
  try {
    await commit(record)
  } catch (error) {
    if (error instanceof QuotaSpent) {
      const quota = application.quotas.get(service.name)
      const spent = { application, service: service.name, used: quota?.limit ?? 0, nowMs: clock.now() }
      throw quotaExceeded(spent, consolePages)
    }
    if (error instanceof FundsSpent) throw error.refusal ?? new Refusal('insufficient_balance')
    // The idempotency lock expired during the call: another request performs it, and this one must not be billed.
    if (error instanceof AlreadyCompleted && record.completes?.fence === 'response') {
      throw new Refusal('idempotency_in_progress', { retry_after: 1 })
    }
    throw error
  }
}
