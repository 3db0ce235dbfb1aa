import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { mayChangeSchema } from './may-change-schema.ts'
import { isMonthly, type PartitionedTable, partitionedTables } from './tables/tables.ts'

/** How many days a table is kept, where that is a setting. */
export type KeptDays = { readonly [Table in PartitionedTable]?: number }

export const dayMs = 86_400_000
const daysAhead = 7
const maxAttempts = 5
const retryAfterMs = 300
const lockNotAvailable = '55P03'

/** Each call asks several times, and almost always for the same day. */
let lastDay = { index: Number.NaN, text: '' }

/** The UTC calendar day of an instant, `YYYY-MM-DD`. */
export const dayOf = (epochMs: number): string => {
  const index = Math.floor(epochMs / dayMs)
  if (index !== lastDay.index) lastDay = { index, text: new Date(epochMs).toISOString().slice(0, 10) }
  return lastDay.text
}

/** The last day of the month of a day. */
export const monthEndOf = (day: string): string => {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return dayOf(Date.UTC(year, month, 0))
}

/** The day in the rows of a table for what happened on `day`. */
export const partitionDay = (table: string, day: string): string => (isMonthly(table) ? monthEndOf(day) : day)

export const partitionName = (table: string, day: string): string => `${table}_${day.replaceAll('-', '')}`

/**
 * Creates the partitions from yesterday to seven days ahead. Every process may call this at any time: the database
 * creates each partition once. A table that fails does not stop the others; their errors are thrown together.
 */
export const createComingPartitions = async (ownerPool: pg.Pool, nowMs: number): Promise<void> => {
  const attached = await attachedPartitions(ownerPool)
  // Only the owner may create any day. The other function is for every login, and for days close to today.
  const create = (await mayChangeSchema(ownerPool)) ? 'create_partition' : 'create_missing_partition'
  await forEachTable(async (table) => {
    for (let offset = -1; offset <= daysAhead; offset++) {
      const day = partitionDay(table, dayOf(nowMs + offset * dayMs))
      const name = partitionName(table, day)
      if (attached.has(name)) continue
      await whenLockIsFree(() => ownerPool.query(`select ${create}($1, $2)`, [table, day]))
      attached.add(name)
    }
  })
}

/** Creates the partition of any day, as the owner. Nothing happens if it is there. */
export const createPartition = async (ownerPool: pg.Pool, table: string, day: string): Promise<void> => {
  await whenLockIsFree(() => ownerPool.query('select create_partition($1, $2)', [table, day]))
}

const attachedPartitions = async (ownerPool: pg.Pool): Promise<Set<string>> => {
  const { rows } = await ownerPool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = any ($1::regclass[])`,
    [Object.keys(partitionedTables)],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Does `work` for each partitioned table, and throws only after the last. */
export const forEachTable = async (
  work: (table: string, keptDays: number) => Promise<void>,
  set: KeptDays = {},
): Promise<void> => {
  const errors: unknown[] = []
  for (const [table, keptDays] of Object.entries({ ...partitionedTables, ...set })) {
    await work(table, keptDays).catch((error: unknown) => errors.push(error))
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'Partitions of several tables failed.')
}

/** A lock on a partition is waited for briefly and often, so that no caller waits long behind it. */
export const whenLockIsFree = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable || attempt === maxAttempts) throw error
      await pause(retryAfterMs)
    }
  }
}
