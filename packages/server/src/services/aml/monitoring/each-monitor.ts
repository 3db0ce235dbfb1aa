import { Refusal } from '../../../core/index.ts'
import { isDatabaseFault } from '../../../storage/index.ts'
import type { Monitor } from './monitor-rows.ts'

/** Monitors at work at a time: enough to share statements, few enough to leave room for calls. */
const atOnce = 8

/** What says nothing of the monitor: the round ends, and the next one takes it up again. */
const isPassing = (error: unknown): boolean =>
  isDatabaseFault(error) || (error instanceof Refusal && error.code !== 'internal_error')

/** Works on each of a page. One that fails by itself is told to `onFailure`, and holds up no other. */
export const eachMonitor = async (
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
        if (isPassing(error)) {
          next = monitors.length
          throw error
        }
        await onFailure(monitor, error)
      }
    }
  }
  const runs = await Promise.allSettled(Array.from({ length: Math.min(atOnce, monitors.length) }, run))
  for (const one of runs) if (one.status === 'rejected') throw one.reason
}
