/**
 * One run at a time. Calls during a run share one more, which begins when the first is wholly over: what they were told
 * of may have come after the last look of the first.
 */
export const oneAtATime = (work: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  const start = (): Promise<void> => {
    running = work().finally(() => {
      running = null
    })
    return running
  }

  return () => {
    if (running === null) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
