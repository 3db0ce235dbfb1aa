import type pg from 'pg'
import { inTransaction } from './database.ts'

/** Tables partitioned by day (UTC), and how many days each is kept. */
export const partitionedTables = {
  nonces: 2,
  results: 31,
  batch_items: 31,
  events: 31,
  webhook_attempts: 31,
  audit_entries: 400,
  face_reasons: 400,
} as const

const dayMs = 86_400_000
const daysAhead = 3

/** The UTC calendar day of an instant, `YYYY-MM-DD`. */
export const dayOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)

const partitionName = (table: string, day: string) => `${table}_${day.replaceAll('-', '')}`

/**
 * Makes the partitions of the coming days and drops those past their retention. Called at start and every
 * hour, by every process: an advisory lock lets one do it, and doing it twice changes nothing.
 */
export const maintainPartitions = async (pool: pg.Pool, nowMs: number): Promise<void> => {
  // A transaction for each table: two tables locked together could meet a commit that locks them the other way round.
  for (const [table, keptDays] of Object.entries(partitionedTables)) {
    await inTransaction(pool, async (client) => {
      await client.query("select pg_advisory_xact_lock(hashtext('nani.partitions'))")
      await createComing(client, table, nowMs)
      await dropPast(client, table, nowMs - keptDays * dayMs)
    })
  }
}

// Sealed values do not compress: kept in their row up to a page, they cost no second table.
const inline = 'with (toast_tuple_target = 8160)'

const createComing = async (client: pg.PoolClient, table: string, nowMs: number) => {
  for (let offset = -1; offset <= daysAhead; offset++) {
    const from = dayOf(nowMs + offset * dayMs)
    const to = dayOf(nowMs + (offset + 1) * dayMs)
    await client.query(
      `create table if not exists ${partitionName(table, from)} partition of ${table}
       for values from ('${from}') to ('${to}') ${inline}`,
    )
  }
}

const dropPast = async (client: pg.PoolClient, table: string, beforeMs: number) => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and c.relname < $2`,
    [table, partitionName(table, dayOf(beforeMs))],
  )
  for (const { name } of rows) await client.query(`drop table ${client.escapeIdentifier(name)}`)
}
