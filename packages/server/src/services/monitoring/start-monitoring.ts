import { dayMs, keepRunning } from '@nani/foundation/core/index.ts'
import { createCycle, type Intervals } from './cycle.ts'
import type { MonitoringDependencies } from './dependencies.ts'

export type Monitoring = {
  /** Something may have changed. Resolves when all changes until now are processed, here or by another process. */
  wake(): Promise<void>
  stop(): Promise<void>
}

/** The interval of polls for changes without a notification. */
const pollMs = 5_000

const intervals: Intervals = { refreshMs: 60_000, rescanMs: dayMs }

/**
 * Keeps monitored subjects screened (spec/monitoring#monitor). Every process may run it. One works at a time, and another
 * one continues its work, because all progress is in the database.
 */
export const startMonitoring = (dependencies: MonitoringDependencies): Monitoring => {
  let stopping = false
  const work = createCycle(dependencies, intervals, () => stopping)
  const { wake, stop } = keepRunning(work, pollMs, (error) => {
    if (!stopping) dependencies.onError(error)
  })
  // The start does not wait for it: the process serves calls while many subjects are read.
  void wake()
  return {
    wake,
    stop() {
      stopping = true
      return stop()
    },
  }
}
