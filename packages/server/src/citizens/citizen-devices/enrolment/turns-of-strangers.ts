import { fairLimiter } from '@nani/foundation/core/index.ts'

/**
 * Turns of the steps that strangers cause and that wait for a lock. Each one that waits holds a connection to the database.
 * Without a bound, a burst from one address would hold them all, and the calls of every bank would wait behind it. Those
 * of one network, and those about one citizen, follow each other here, and the others have turns in rotation.
 */
export type TurnsOfStrangers = ReturnType<typeof createTurnsOfStrangers>

const bounds = { concurrency: 3, concurrencyPerHolder: 1, maxWaiting: 600, maxHeldPerHolder: 100 }

export const createTurnsOfStrangers = () => {
  const takeTurn = fairLimiter(bounds)
  return <Result>(holder: Buffer, run: () => Promise<Result>): Promise<Result> =>
    takeTurn({ holder: holder.toString('hex'), run })
}
