import { trailingRun } from './trailing-run.ts'

export type Retries = {
  retryMs: number
  /** Called once for each failed attempt. */
  onFailure(error: unknown): void
}

/**
 * Repeats requested work until it succeeds. A failed attempt is repeated after `retryMs`. At most one attempt runs and
 * at most one waits, for any number of requests.
 */
export const retryUntilDone = (work: () => Promise<void>, { retryMs, onFailure }: Retries) => {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const attempt: () => Promise<void> = trailingRun(async () => {
    // This attempt replaces the retry that was scheduled.
    clearTimeout(timer)
    if (isStopped) return
    try {
      await work()
    } catch (error) {
      if (isStopped) return
      onFailure(error)
      timer = setTimeout(attempt, retryMs).unref()
    }
  })

  return {
    ask: () => void attempt(),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
