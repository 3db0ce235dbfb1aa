import { randomUUID } from 'node:crypto'
import {
  deleteInTurns,
  inTransaction as inHomeTransaction,
  isDatabaseFault,
} from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Home, HomeEffect } from './home-effect.ts'
import { isProven, proofOf, type RowKey } from './row-proof.ts'

export type Database = Pick<pg.ClientBase, 'query'>
type Row = { position: number; row_id: string; kind: string; content: unknown; mac: Buffer | null }

/** Each database has its own outbox. The texts of SQL name that of the register. */
export type OutboxTable = 'register_outbox' | 'cell_outbox'
const of = (table: OutboxTable, text: string): string => text.replaceAll('register_outbox', table)

const deletion: Readonly<Record<OutboxTable, string>> = {
  register_outbox: 'delete from register_outbox where position = any($1::bigint[])',
  // Acts of two organizations may carry the same rows at once. Neither waits for the end of the other. The number is "carr" in ASCII.
  cell_outbox: `delete from cell_outbox where position = any($1::bigint[])
    and pg_try_advisory_xact_lock(1667330674, hashint8(position))`,
}

export type Carrying = Home & {
  /** Absent: that of the register. */
  table?: OutboxTable
  /** Every effect that a transaction of the register may cause. */
  effects: readonly HomeEffect<never, unknown>[]
  /** Proves that a row was written by a process of the installation. */
  rowKey: RowKey
}

/** A row that no process of the installation wrote, or whose content was changed. */
export class ForgedRow extends Error {}

/** `decides`: an act that reads home decides by what this row would have written. */
export type Failure = { error: unknown; decides: boolean }

const rowsAtATime = 100

/** A transaction of the register that carries also sees what it causes itself, and may still be rolled back. */
const isCommitted = 'xmin is distinct from pg_current_xact_id_if_assigned()::xid'

/** Writes an effect into the transaction of its cause. */
export const writeToOutbox = async (
  client: Database,
  { kind, content }: Pick<Row, 'kind' | 'content'>,
  rowKey: RowKey,
  table: OutboxTable = 'register_outbox',
): Promise<void> => {
  const row_id = randomUUID()
  const text = of(table, 'insert into register_outbox (row_id, kind, content, mac) values ($1, $2, $3, $4)')
  await client.query(text, [
    ...[row_id, kind, JSON.stringify(content)],
    proofOf({ row_id, kind, content }, rowKey),
  ])
}

/** Carries what waits. If a row could not be carried, it throws in the end. */
export const carry = async (register: Database, carrying: Carrying): Promise<void> => {
  const failures = (await carryRows(register, carrying)).map(({ error }) => error)
  if (failures.length > 0) throw failures.find((error) => error instanceof ForgedRow) ?? failures[0]
}

/**
 * Carries to home what waits, in the order of the causes, and each row in one transaction with its id. A row that was carried and
 * not deleted yet is therefore carried once. One that fails stays, and the others go on, but for those of its sequence.
 */
export const carryRows = async (register: Database, carrying: Carrying): Promise<Failure[]> => {
  const { table = 'register_outbox' } = carrying
  const failures: Failure[] = []
  const heldUp = new Set<string>()
  let after = 0
  for (;;) {
    const { rows } = await register.query<Row>(
      of(
        table,
        `select position, row_id, kind, content, mac from register_outbox where position > $1 and ${isCommitted}
         order by position limit $2`,
      ),
      [after, rowsAtATime],
    )
    const carried: number[] = []
    for (const row of rows) {
      const effect = carrying.effects.find(({ kind }) => kind === row.kind)
      let sequence: string | undefined
      try {
        if (!isProven(row, carrying.rowKey))
          throw new ForgedRow(`no process of this installation wrote the row ${row.row_id} of the outbox`)
        if (!effect) throw new Error(`this release cannot carry ${row.kind} of the register to home`)
        sequence = effect.sequence?.(row.content as never)
        if (sequence !== undefined && heldUp.has(sequence)) continue
        await inHomeTransaction(carrying.pool, (client) => applyOnce(client, row, effect, carrying))
        carried.push(row.position)
      } catch (error) {
        // Home is away, so that no row can be carried.
        if (isDatabaseFault(error)) throw error
        if (sequence !== undefined) heldUp.add(sequence)
        failures.push({ error, decides: effect?.decides === true && !(error instanceof ForgedRow) })
      }
    }
    if (carried.length > 0) await register.query(deletion[table], [carried])
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtATime) break
    after = last.position
  }
  return failures
}

/** The number is "hold" in ASCII. */
const carryingLock = 1_752_132_708

/** In a transaction of home: until its end nothing is carried. It waits for what is being carried. */
export const noCarrying = `select pg_advisory_xact_lock(${carryingLock})`

const applyOnce = async (
  client: pg.PoolClient,
  row: Row,
  effect: HomeEffect<never, unknown>,
  { pool, clock }: Carrying,
): Promise<void> => {
  const { rowCount } = await client.query(
    `with held as materialized (select pg_advisory_xact_lock_shared(${carryingLock}))
     insert into carried_effects (row_id) select $1 from held on conflict do nothing`,
    [row.row_id],
  )
  if (rowCount === 0) return
  await effect.apply(client, row.content as never, { pool, clock, isCarried: true })
}

/** An alarm is raised when something waits for longer. */
export const lateSeconds = 60

export type Waiting = { waiting: number; oldestSeconds: number }

const countedAtMost = 10_000
/** Metrics wait for it, and a register may hang. */
const answersWithinMs = 1_000

/** What waits to be carried. The clock of the register measures its age. */
export const readWaiting = async (
  register: Database,
  table: OutboxTable = 'register_outbox',
): Promise<Waiting> => {
  const { rows } = await register.query<{ waiting: number; seconds: number }>({
    text: of(
      table,
      `select count(*)::int as waiting,
         coalesce(extract(epoch from clock_timestamp() - min(caused_at)), 0)::double precision as seconds
       from (select caused_at from register_outbox order by position limit $1) oldest`,
    ),
    values: [countedAtMost],
    query_timeout: answersWithinMs,
  } as pg.QueryConfig)
  const [{ waiting, seconds } = { waiting: 0, seconds: 0 }] = rows
  return { waiting, oldestSeconds: Math.max(0, seconds) }
}

const keptMs = 90 * 24 * 3_600_000

/** Deletes the ids of rows that were carried long ago. A backup of the register that is older may not be restored alone. */
export const forgetCarried = async (ownerPool: Database, nowMs: number): Promise<void> => {
  const text = `delete from carried_effects where row_id in (
    select row_id from carried_effects where carried_at < $1 limit $2)`
  await deleteInTurns(ownerPool, text, [new Date(nowMs - keptMs)])
}
