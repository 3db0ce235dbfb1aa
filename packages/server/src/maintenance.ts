import type pg from 'pg'
import type { Clock } from './core/index.ts'
import { forgetExpiredWork } from './delivery/index.ts'
import { forgetExpiredKeys } from './gateway/index.ts'
import { maintainPartitions } from './storage/index.ts'

const everyMs = 3_600_000

/**
 * Makes the partitions of the coming days and forgets what is past its retention, every hour. What takes long and
 * must not hold that up, the refresh of the lists, runs beside it; at once, too.
 */
export const maintain = (
  pool: pg.Pool,
  clock: Clock,
  onError: (error: unknown) => void,
  refreshLists: (() => Promise<void>) | null,
): { stop(): void } => {
  const run = async () => {
    await maintainPartitions(pool, clock.now())
    await forgetExpiredKeys(pool, clock.now())
    await forgetExpiredWork(pool, clock.now())
  }
  const refresh = () => void refreshLists?.().catch(onError)
  const timer = setInterval(() => {
    void run().catch(onError)
    refresh()
  }, everyMs)
  refresh()
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
