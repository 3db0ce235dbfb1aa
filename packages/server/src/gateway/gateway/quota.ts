import type { ServiceName } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { ConsolePages } from '@nani/foundation/http/index.ts'
import { periodEndMs, type Quota } from '../../money/metering/index.ts'
import type { Application } from './application.ts'

type SpentQuota = { application: Application; service: ServiceName; used: number; nowMs: number }

/** 429 `quota_exceeded` with the context fields of spec/errors#codes-of-limits-and-billing. */
export const quotaExceeded = (
  { application, service, used, nowMs }: SpentQuota,
  consolePages: Pick<ConsolePages, 'ofQuotas'>,
): Refusal => {
  const quota = application.quotas.get(service) as Quota
  return new Refusal('quota_exceeded', {
    service,
    calls_used: used,
    calls_limit: quota.limit,
    reset_at: new Date(periodEndMs(quota.period, nowMs)).toISOString(),
    upgrade_url: consolePages.ofQuotas(application.organizationId, application.applicationId),
  })
}
