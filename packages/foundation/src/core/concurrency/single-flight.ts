/** Calls during a run share it. Use it for a read whose result may be as old as the start of the run. */
export const singleFlight = <Value>(work: () => Promise<Value>): (() => Promise<Value>) => {
  let running: Promise<Value> | null = null
  return () => {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
}

/** Makes a value at the first call and keeps it. A failure is not kept: the next call tries again. */
export const makeOnce = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | null = null
  return () => {
    made ??= make().catch((error) => {
      made = null
      throw error
    })
    return made
  }
}
