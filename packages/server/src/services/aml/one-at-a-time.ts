/** Work asked for while it runs is done once more afterwards, however often it was asked for. */
export const oneAtATime = (work: () => Promise<void>) => {
  let running: Promise<void> | null = null
  let isAskedAgain = false
  const run = async () => {
    do {
      isAskedAgain = false
      await work()
    } while (isAskedAgain)
  }
  const ask = (): Promise<void> => {
    isAskedAgain = true
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
  return Object.assign(ask, { idle: async () => running ?? undefined })
}
