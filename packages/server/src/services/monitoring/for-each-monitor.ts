import { isForCallers } from '@nani/foundation/core/index.ts'
import { isDatabaseFault } from '@nani/foundation/storage/index.ts'
import type { Monitor } from './monitor-rows.ts'

/** Monitors that are screened at a time: enough to share statements, few enough to leave capacity for calls. */
const concurrency = 8

/** A fault that is not caused by the monitor: the cycle ends, and the next one repeats it. */
const isTransient = (error: unknown): boolean =>
  isDatabaseFault(error) || (isForCallers(error) && error.code !== 'internal_error')

/** Works on each monitor of a page. One that fails by itself is passed to `onFailure`, and delays no other. */
export const forEachMonitor = async (
  monitors: readonly Monitor[],
  work: (monitor: Monitor) => Promise<unknown>,
  onFailure: (monitor: Monitor, error: unknown) => Promise<void> | void,
): Promise<void> => {
  let next = 0
  const run = async () => {
    for (let at = next++; at < monitors.length; at = next++) {
      const monitor = monitors[at] as Monitor
      try {
        await work(monitor)
      } catch (error) {
        if (isTransient(error)) {
          next = monitors.length
          throw error
        }
        await onFailure(monitor, error)
      }
    }
  }
  const runs = await Promise.allSettled(Array.from({ length: Math.min(concurrency, monitors.length) }, run))
  for (const one of runs) if (one.status === 'rejected') throw one.reason
}
