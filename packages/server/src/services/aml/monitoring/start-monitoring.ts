import { oneAtATime } from '../../../core/index.ts'
import type { MonitoringDependencies } from './dependencies.ts'
import { createRound, type Rhythm } from './round.ts'

export type Monitoring = {
  /** Something may have changed; answers when what had changed until now has been seen to, here or elsewhere. */
  wake(): Promise<void>
  stop(): Promise<void>
}

/** What no notification told is looked for so often. */
const everyMs = 5_000
const dayMs = 86_400_000

const usualRhythm: Rhythm = { followEveryMs: 60_000, sweepEveryMs: dayMs }

/**
 * Keeps monitored subjects screened (spec 2 § Ongoing monitoring). Every process may run it: one at a time works, and
 * another takes over where it left off, because nothing is known here that is not in the database.
 */
export const startMonitoring = (dependencies: MonitoringDependencies): Monitoring => {
  let stopping = false
  const work = createRound(dependencies, usualRhythm, () => stopping)
  const run = oneAtATime(async () => {
    if (stopping) return
    await work().catch((error) => {
      if (!stopping) dependencies.onError(error)
    })
  })
  const timer = setInterval(() => void run(), everyMs).unref()
  // Nobody waits for it: a start with many subjects serves calls while they are read.
  void run()
  return {
    wake: run,
    async stop() {
      stopping = true
      clearInterval(timer)
      await run.idle()
    },
  }
}
