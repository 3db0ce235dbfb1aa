import { trailingRun } from './trailing-run.ts'

/**
 * Runs `work` every `everyMs` and whenever it is woken, once at a time. A long run asks whether it should end.
 * `stop` resolves when no run is under way any more.
 */
export const keepRunning = (
  work: (isStopping: () => boolean) => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
) => {
  let stopping = false
  const run = trailingRun(async () => {
    if (!stopping) await work(() => stopping).catch(onError)
  })
  const timer = setInterval(() => void run(), everyMs).unref()
  return {
    /** Resolves when everything until now is done. */
    wake: run,
    async stop() {
      stopping = true
      clearInterval(timer)
      await run.idle()
    },
  }
}
