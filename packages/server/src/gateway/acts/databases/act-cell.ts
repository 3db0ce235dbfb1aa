import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { ActPlace, RegisterOutbox } from '../../../register/register-outbox/index.ts'

export type IssuedKey = { organizationId: string; applicationId: string; apiKey: string }

/**
 * A cell in which the acts and readings on its applications run. `pool` of their needs is then the cell, and home is another database.
 * Their entries are in the cell. What else belongs to home is carried there by an outbox.
 */
export type ActCell = ActPlace &
  Pick<RegisterOutbox, 'homeOf' | 'carry'> & {
    name: string
    home: pg.Pool
    /** Home learns of a key of an application in the cell, by which processes find the cell of a call, before the act is committed. */
    keyIssued(key: IssuedKey): Promise<unknown>
  }

/** Its acts take turns with the other acts of an organization that their input does not name. A move of the organization waits for them. */
export const inTurnOf = (cell: ActCell, organizationId: string | undefined): ActCell => ({
  ...cell,
  transaction: (work) => cell.transaction(work, organizationId),
})

type InCell = { cell?: ActCell | undefined }

/** The database of home, from a cell too. */
export const homePoolOf = ({ pool, cell }: InCell & { pool: pg.Pool }): pg.Pool => cell?.home ?? pool

/** For `inHome`: reads of home in the transaction of an act. Where the act is in home, they are part of it. */
export const homeIn = ({ cell }: InCell): Pick<RegisterOutbox, 'homeOf'> =>
  cell ?? { homeOf: async (client) => client }

/** Takes back in home what a step did, if the act in the cell fails after it. */
export type TakeBack = (home: pg.PoolClient) => Promise<unknown>
const takingBack = new WeakMap<pg.PoolClient, TakeBack[]>()

/**
 * What an act must write in home before it is performed, such as a step of two people. In home it is a part of the act. From a cell it is a
 * transaction of its own: if the process ends after it, the step is done, and the act is not. `ifFails`: what else takes it back.
 */
export const inHomeBefore = async <Result>(
  { cell }: InCell,
  client: pg.PoolClient,
  work: (home: pg.PoolClient, ifFails?: (takeBack: TakeBack) => void) => Promise<Result>,
): Promise<Result> => {
  if (!cell) return work(client)
  const own: TakeBack[] = []
  const result = await inTransaction(cell.home, (home) => work(home, (takeBack) => own.push(takeBack)))
  takingBack.get(client)?.push(...own)
  return result
}

/** Performs an act in the transaction of a cell. If it fails, what it did in home before is taken back. */
export const takingBackInHome = async <Result>(
  { client, home }: { client: pg.PoolClient; home: pg.Pool },
  perform: () => Promise<Result>,
): Promise<Result> => {
  const steps: TakeBack[] = []
  takingBack.set(client, steps)
  try {
    return await perform()
  } catch (error) {
    // The act has failed, whether home takes the step back or is away.
    for (const takeBack of steps.toReversed()) await inTransaction(home, takeBack).catch(() => {})
    throw error
  } finally {
    takingBack.delete(client)
  }
}
