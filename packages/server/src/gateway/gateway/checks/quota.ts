import type { CheckDependencies } from '../check-dependencies.ts'
import { quotaExceeded } from '../quota.ts'
import type { WithAdmission, WithApplication, WithPreparedCall } from '../request-context.ts'

/** Refuses early what is surely over the quota. The commit decides, so that concurrent calls cannot exceed it. */
export const checkQuota = (
  {
    application,
    prepared: { usesQuotaOf },
    admission: { quotaUsed },
  }: WithApplication & WithPreparedCall & WithAdmission,
  { clock, consolePages }: Pick<CheckDependencies, 'clock' | 'consolePages'>,
): null => {
  const quota = usesQuotaOf ? application.quotas.get(usesQuotaOf) : undefined
  if (usesQuotaOf && quota && quotaUsed >= quota.limit) {
    const spent = { application, service: usesQuotaOf, used: quotaUsed, nowMs: clock.now() }
    throw quotaExceeded(spent, consolePages)
  }
  return null
}
