/** Counts the work under way, so that a stop can wait for it. */
export type WorkTracker = {
  begin(): void
  end(): void
  /** Follows work to its end and reports its error. */
  follow(work: Promise<void>): void
  /** Resolves when no work is under way. */
  settled(): Promise<void>
}

export const createWorkTracker = (onError: (error: unknown) => void): WorkTracker => {
  let underWay = 0
  let waiting: (() => void)[] = []
  const begin = () => {
    underWay++
  }
  const end = () => {
    if (--underWay > 0) return
    const settled = waiting
    waiting = []
    for (const resolve of settled) resolve()
  }
  return {
    begin,
    end,
    follow(work) {
      begin()
      work.catch(onError).finally(end)
    },
    async settled() {
      while (underWay > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
