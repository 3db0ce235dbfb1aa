import type { ServiceName } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { consoleAddress } from '@nani/foundation/platform/index.ts'
import { periodEndMs, type Quota } from '../../money/metering/index.ts'
import type { Application } from './application.ts'

/** 429 `quota_exceeded` with the context fields of spec/errors#codes-of-limits-and-billing. */
export const quotaExceeded = (
  application: Application,
  service: ServiceName,
  used: number,
  nowMs: number,
): Refusal => {
  const quota = application.quotas.get(service) as Quota
  return new Refusal('quota_exceeded', {
    service,
    calls_used: used,
    calls_limit: quota.limit,
    reset_at: new Date(periodEndMs(quota.period, nowMs)).toISOString(),
    upgrade_url: consoleAddress.ofQuotas(application.organizationId, application.applicationId),
  })
}
