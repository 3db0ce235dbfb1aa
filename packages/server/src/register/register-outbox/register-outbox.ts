import {
  type Database,
  inTransaction as inHomeTransaction,
  isDatabaseFault,
} from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type Carrying, carry, carryRows, type Failure, writeToOutbox } from './carry.ts'
import { type ActPlace, causeDirectly } from './home-effect.ts'
import { inRegisterTransaction } from './register-transaction.ts'

/** The place of the acts that write the register. */
export type RegisterOutbox = ActPlace & {
  /** Home as it is after every earlier act on the register, for reads in a transaction of the register. */
  homeOf(client: pg.PoolClient): Promise<Database>
  /** For acts of home that decide what acts on the register decide too. They take turns with those. */
  turn: ActPlace
  /** The same for an act that must be possible while the register is away. It then goes on without its turn. */
  urgentTurn: ActPlace
  /** Carries what waits. With one database nothing does. */
  carry(): Promise<void>
  /** Carries what a restored table holds, also with one database. */
  carryRestored(): Promise<void>
  /** Runs `work` while no one writes the register, after everything was carried. */
  still<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Reads of home in a transaction of the register. They are not in it where home is another database. */
export const inHome = async <Result>(
  outbox: Pick<RegisterOutbox, 'homeOf'>,
  client: pg.PoolClient,
  read: (home: Database) => Promise<Result>,
): Promise<Result> => read(await outbox.homeOf(client))

type Needs = Carrying & {
  /** The pool of home itself, where the register has no database of its own. */
  registerPool: pg.Pool
  /** In place of the turn of all writers. */
  begin?: ActPlace['transaction']
  /** What was not carried directly after its commit stays in the outbox, and is carried by a worker. */
  onError(error: unknown): void
}

/** With one database everything is one transaction, and no row is written into the outbox. */
export const openRegisterOutbox = (needs: Needs): RegisterOutbox =>
  needs.registerPool === needs.pool ? ofOneDatabase(needs) : ofTwoDatabases(needs)

const ofOneDatabase = (needs: Needs): RegisterOutbox => {
  const cause = causeDirectly(needs)
  const turn: ActPlace = { transaction: (work) => inHomeTransaction(needs.pool, work), cause }
  return {
    transaction: (work) => inRegisterTransaction(needs.pool, work),
    cause,
    homeOf: async (client) => client,
    ...{ turn, urgentTurn: turn },
    carry: async () => {},
    carryRestored: () => carry(needs.pool, needs),
    still: (work) => work(),
  }
}

const ofTwoDatabases = (needs: Needs): RegisterOutbox => {
  const { pool, registerPool, onError } = needs
  const { begin = (work) => inRegisterTransaction(registerPool, work) }: Pick<Needs, 'begin'> = needs
  // On the connection of the transaction: all others may be held by writers that wait for their turn.
  const settle = async (client: pg.PoolClient, isFatal: (failure: Failure) => boolean): Promise<void> => {
    for (const failure of await carryRows(client, needs)) {
      if (isFatal(failure)) throw failure.error
      onError(failure.error)
    }
  }
  const settleDecisions = (client: pg.PoolClient) => settle(client, ({ decides }) => decides)
  const carryAll = () => carry(registerPool, needs)
  return {
    async transaction(work, organizationId) {
      const result = await begin(work, organizationId)
      // The person who acted sees the act in home, too.
      await carryAll().catch(onError)
      return result
    },
    async cause(client, { kind }, content) {
      await writeToOutbox(client, { kind, content }, needs.rowKey, needs.table)
      return null
    },
    settle: (client) => settle(client, () => false),
    async homeOf(client) {
      await settleDecisions(client)
      return pool
    },
    turn: { transaction: turnOf(needs, settleDecisions), cause: causeDirectly(needs) },
    urgentTurn: {
      transaction: turnOf(needs, (client) => settle(client, () => false).catch(onError), { waits: false }),
      cause: causeDirectly(needs),
    },
    carry: carryAll,
    carryRestored: carryAll,
    still: (work) =>
      inRegisterTransaction(registerPool, async () => {
        // Each row is deleted at once, so that `work` does not see it. What cannot be carried waits in the register.
        await carryAll().catch(onError)
        return work()
      }),
  }
}

/** A transaction of home that takes its turn among the writers of the register. */
const turnOf =
  (
    { pool, registerPool, onError }: Needs,
    settle: (client: pg.PoolClient) => Promise<void>,
    { waits }: { waits: boolean } = { waits: true },
  ): ActPlace['transaction'] =>
  async <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    let isBegun = false
    const done: Result[] = []
    try {
      await inRegisterTransaction(registerPool, async (client) => {
        await settle(client)
        isBegun = true
        done.push(await inHomeTransaction(pool, work))
      })
    } catch (error) {
      const goesOn = !waits && !isBegun && isDatabaseFault(error)
      // Home has committed: a register that is lost after that does not undo it.
      if (done.length === 0 && !goesOn) throw error
      onError(error)
      if (goesOn) return inHomeTransaction(pool, work)
    }
    return done[0] as Result
  }
