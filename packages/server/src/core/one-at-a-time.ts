/**
 * One run at a time. Calls during a run share one more, which begins when the first is wholly over: what they were told
 * of may have come after the last look of the first. `idle` resolves when no run is under way and none is to come.
 */
export const oneAtATime = (work: () => Promise<void>) => {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  const start = (): Promise<void> => {
    running = work().finally(() => {
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
