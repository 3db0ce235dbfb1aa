import { inTransaction as inHomeTransaction, isDatabaseFault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Home, HomeEffect } from './home-effect.ts'

export type Database = Pick<pg.ClientBase, 'query'>
type Row = { position: number; row_id: string; kind: string; content: unknown }

export type Carrying = Home & {
  /** Every effect that a transaction of the register may cause. */
  effects: readonly HomeEffect<never, unknown>[]
}

const rowsAtATime = 100

/** A transaction of the register that carries also sees what it causes itself, and may still be rolled back. */
const isCommitted = 'xmin is distinct from pg_current_xact_id_if_assigned()::xid'

/** Writes an effect into the transaction of its cause. */
export const writeToOutbox = async (client: Database, kind: string, content: unknown): Promise<void> => {
  await client.query('insert into register_outbox (kind, content) values ($1, $2)', [
    kind,
    JSON.stringify(content),
  ])
}

/**
 * Carries to home what waits, in the order of the causes, and each row in one transaction with its id. A row that was carried and
 * not deleted yet is therefore carried once. One that fails stays, and the others go on. Then it throws.
 */
export const carry = async (register: Database, carrying: Carrying): Promise<void> => {
  const failures: unknown[] = []
  let after = 0
  for (;;) {
    const { rows } = await register.query<Row>(
      `select position, row_id, kind, content from register_outbox where position > $1 and ${isCommitted}
       order by position limit $2`,
      [after, rowsAtATime],
    )
    const carried: number[] = []
    for (const row of rows) {
      try {
        await inHomeTransaction(carrying.pool, (client) => applyOnce(client, row, carrying))
        carried.push(row.position)
      } catch (error) {
        // Home is away, so that no row can be carried.
        if (isDatabaseFault(error)) throw error
        failures.push(error)
      }
    }
    if (carried.length > 0)
      await register.query('delete from register_outbox where position = any($1::bigint[])', [carried])
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtATime) break
    after = last.position
  }
  if (failures.length > 0) throw failures[0]
}

const applyOnce = async (client: pg.PoolClient, row: Row, { effects, ...home }: Carrying): Promise<void> => {
  const { rowCount } = await client.query(
    'insert into carried_effects (row_id) values ($1) on conflict do nothing',
    [row.row_id],
  )
  if (rowCount === 0) return
  const effect = effects.find(({ kind }) => kind === row.kind)
  if (!effect) throw new Error(`this release cannot carry ${row.kind} of the register to home`)
  await effect.apply(client, row.content as never, { ...home, isCarried: true })
}

/** An alarm is raised when something waits for longer. */
export const lateSeconds = 60

export type Waiting = { waiting: number; oldestSeconds: number }

const countedAtMost = 10_000

/** What waits to be carried. The clock of the register measures its age. */
export const readWaiting = async (register: Database): Promise<Waiting> => {
  const { rows } = await register.query<{ waiting: number; seconds: number }>(
    `select count(*)::int as waiting,
       coalesce(extract(epoch from clock_timestamp() - min(caused_at)), 0)::double precision as seconds
     from (select caused_at from register_outbox order by position limit $1) oldest`,
    [countedAtMost],
  )
  const [{ waiting, seconds } = { waiting: 0, seconds: 0 }] = rows
  return { waiting, oldestSeconds: Math.max(0, seconds) }
}

const keptMs = 90 * 24 * 3_600_000
const maxForgotten = 5_000

/** Deletes the ids of rows that were carried long ago. A backup of the register that is older may not be restored alone. */
export const forgetCarried = async (ownerPool: Database, nowMs: number): Promise<void> => {
  const text = `delete from carried_effects where row_id in (
    select row_id from carried_effects where carried_at < $1 limit $2)`
  const values = [new Date(nowMs - keptMs), maxForgotten]
  while (((await ownerPool.query(text, values)).rowCount ?? 0) === maxForgotten);
}
