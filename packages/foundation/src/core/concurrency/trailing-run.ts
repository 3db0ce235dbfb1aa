import { withinTrace } from '../trace-context.ts'

/**
 * Runs `work` once at a time. Calls made during a run share one further run. It starts after the current run ends,
 * because the current run may have read its data before the change that the call is about. `idle` resolves when no
 * run is under way and no further run is due.
 */
export const trailingRun = (work: () => Promise<void>) => {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  const start = (): Promise<void> => {
    // A run is about the changes of many callers, so it belongs to the trace of none.
    running = withinTrace(null, work).finally(() => {
      running = null
    })
    return running
  }

  const ask = (): Promise<void> => {
    if (running === null) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        return start()
      })
    return next
  }

  const idle = async (): Promise<void> => {
    for (let last = next ?? running; last !== null; last = next ?? running) await last.catch(() => {})
  }
  return Object.assign(ask, { idle })
}
