/** The maximum time of all slices in one iteration of the event loop. */
const maxMsOfIteration = 5

/**
 * Divides long work into slices: await the returned function between two slices. All slices share one queue. Each
 * iteration of the event loop runs the slices that start within 5 ms, and at least one. Another caller therefore waits
 * for little more than one slice, also when many calls have long work.
 */
export const createTurns = (nowMs: () => number): (() => Promise<void>) => {
  // Each waiter belongs to a call that is in flight, and the number of these is bounded.
  const waiting: (() => void)[] = []
  let beganMs = 0
  const begin = () => {
    beganMs = nowMs()
    runFirst()
  }
  const runFirst = () => {
    waiting[0]?.()
    // The slice runs as a microtask. A tick requested by a later microtask runs after the whole slice.
    queueMicrotask(() => process.nextTick(goOn))
  }
  const goOn = () => {
    waiting.shift()
    if (waiting.length === 0) return
    if (nowMs() - beganMs < maxMsOfIteration) runFirst()
    else setImmediate(begin)
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(begin)
    })
}

/** The turns of this thread, which has one event loop. */
export const nextTurn = createTurns(() => performance.now())
