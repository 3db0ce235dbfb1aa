import type pg from 'pg'

/**
 * Runs work that was started before and never ended, one piece at a time. Work that was under way when other work killed the
 * process ends when it runs alone. The work with the fewest starts is next. The wait is limited: a worker has one piece of
 * work, and each piece ends within the time limits of the register, of downloads and of statements.
 */
export type SuspectTurns = { take<Result>(starts: number, work: () => Promise<Result>): Promise<Result> }

export const suspectTurns = (): SuspectTurns => {
  const waiting: { starts: number; begin: () => void }[] = []
  let isTaken = false
  const giveTurn = () => {
    const next = waiting.toSorted((a, b) => a.starts - b.starts)[0]
    isTaken = next !== undefined
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    next.begin()
  }
  return {
    async take(starts, work) {
      await new Promise<void>((begin) => {
        waiting.push({ starts, begin })
        if (!isTaken) giveTurn()
      })
      try {
        return await work()
      } finally {
        giveTurn()
      }
    },
  }
}

const turnsOf = new WeakMap<pg.Pool, SuspectTurns>()

/** The turns of a process. Jobs and items of batches share them. */
export const suspectTurnsOf = (pool: pg.Pool): SuspectTurns => {
  const turns = turnsOf.get(pool) ?? suspectTurns()
  turnsOf.set(pool, turns)
  return turns
}
