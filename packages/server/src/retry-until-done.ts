import { oneAtATime } from './core/index.ts'

export type Retries = {
  retryMs: number
  /** Told once of each attempt that failed. */
  onFailure(error: unknown): void
}

/**
 * Work that somebody asks for and that is to be done in the end: an attempt that fails is made again after a while. At
 * most one attempt is under way and at most one waits, however many ask.
 */
export const retryUntilDone = (work: () => Promise<void>, { retryMs, onFailure }: Retries) => {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const attempt: () => Promise<void> = oneAtATime(async () => {
    // Whoever asks meanwhile need not wait for the retry; this attempt takes its place.
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
