import { inTransaction as inHomeTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type Carrying, carry, type Database, writeToOutbox } from './carry.ts'
import { type ActPlace, causeDirectly } from './home-effect.ts'
import { inRegisterTransaction } from './register-transaction.ts'

/** The place of the acts that write the register. */
export type RegisterOutbox = ActPlace & {
  /** Home as it is after every earlier act on the register, for reads in a transaction of the register. */
  homeOf(client: pg.PoolClient): Promise<Database>
  /** For acts of home that decide what acts on the register decide too. They take turns with those. */
  turn: ActPlace
  /** Carries what waits. */
  carry(): Promise<void>
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
  /** What was not carried directly after its commit stays in the outbox, and is carried by a worker. */
  onError(error: unknown): void
}

/** With one database everything is one transaction, and no row is written into the outbox. */
export const openRegisterOutbox = (needs: Needs): RegisterOutbox =>
  needs.registerPool === needs.pool ? ofOneDatabase(needs) : ofTwoDatabases(needs)

const ofOneDatabase = (needs: Needs): RegisterOutbox => {
  const cause = causeDirectly(needs)
  return {
    transaction: (work) => inRegisterTransaction(needs.pool, work),
    cause,
    homeOf: async (client) => client,
    turn: { transaction: (work) => inHomeTransaction(needs.pool, work), cause },
    carry: async () => {},
  }
}

const ofTwoDatabases = (needs: Needs): RegisterOutbox => {
  const { pool, registerPool, onError } = needs
  return {
    async transaction(work) {
      const result = await inRegisterTransaction(registerPool, work)
      // The person who acted sees the act in home, too.
      await carry(registerPool, needs).catch(onError)
      return result
    },
    async cause(client, { kind }, content) {
      await writeToOutbox(client, kind, content)
      return null
    },
    async homeOf(client) {
      // On the connection of the transaction: all others may be held by writers that wait for their turn.
      await carry(client, needs)
      return pool
    },
    turn: {
      transaction: (work) =>
        inRegisterTransaction(registerPool, async (client) => {
          await carry(client, needs)
          return inHomeTransaction(pool, work)
        }),
      cause: causeDirectly(needs),
    },
    carry: () => carry(registerPool, needs),
  }
}
