import { dayMs } from '@nani/foundation/core/index.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'

/** How many calls of one service an application may make in a period (UTC). */
export type Quota = { limit: number; period: 'day' | 'month' }

/** The first day of the period that holds an instant, `YYYY-MM-DD` (UTC). */
export const periodStart = (period: Quota['period'], nowMs: number): string =>
  period === 'day' ? dayOf(nowMs) : `${dayOf(nowMs).slice(0, 7)}-01`

/** When the period of a quota ends and its count starts again (UTC). */
export const periodEndMs = (period: Quota['period'], nowMs: number): number => {
  const now = new Date(nowMs)
  return period === 'day'
    ? Math.floor(nowMs / dayMs) * dayMs + dayMs
    : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}
