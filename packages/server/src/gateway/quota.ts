import type { ServiceName } from '@nani/contract'
import { Refusal } from '../core/index.ts'
import type { Application, Quota } from './application.ts'

const dayMs = 86_400_000

/** When the period of a quota ends and its count starts anew (UTC). */
export const periodEndMs = (period: Quota['period'], nowMs: number): number => {
  const now = new Date(nowMs)
  return period === 'day'
    ? Math.floor(nowMs / dayMs) * dayMs + dayMs
    : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}

/** 429 `quota_exceeded` with the context fields of spec 2 § Codes. */
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
    upgrade_url: 'https://console.nani.example/quotas',
  })
}
