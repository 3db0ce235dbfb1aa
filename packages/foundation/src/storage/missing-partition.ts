import type pg from 'pg'
import { forEachTable, partitionDay, whenLockIsFree } from './partitions.ts'
import { partitionedTables } from './tables/tables.ts'

/*
 * Partitions exist seven days ahead. When the clock of the database jumps further (a restored snapshot), the
 * first statement that needs a day creates its partition and is repeated.
 */

type Missing = { table: string; day: string }

const checkViolation = '23514'
/** Where PostgreSQL looks for the partition of a row. Unlike the message, it is not translated. */
const routine = 'ExecFindPartition'

/** The partition that a statement failed to find, or null when the error is another one. */
export const missingPartition = (error: unknown): Missing | null => {
  const fields = (error ?? {}) as Record<string, unknown>
  if (fields.code !== checkViolation || fields.routine !== routine) return null
  const table = String(fields.table)
  const day = /\((\d{4}-\d{2}-\d{2})\)/.exec(String(fields.detail))?.[1]
  return day && Object.hasOwn(partitionedTables, table) ? { table, day } : null
}

/** Pools that create partitions for another pool, whose role may not. */
const owners = new WeakMap<pg.Pool, pg.Pool>()
const creations = new WeakMap<pg.Pool, Map<string, Promise<boolean>>>()

/** Missing partitions that `pool` meets are created through `ownerPool`. */
export const createPartitionsThrough = (pool: pg.Pool, ownerPool: pg.Pool): void => {
  owners.set(pool, ownerPool)
}

/** A statement close to midnight writes rows of two days. */
const maxDaysOfStatement = 2

/**
 * Runs `work`, which must be a whole statement or transaction. When it fails because a partition is missing, the
 * partitions of that day are created and `work` runs again. The database refuses days that are far from today.
 */
export const withMissingPartition = async <Result>(
  pool: pg.Pool,
  work: () => Promise<Result>,
): Promise<Result> => {
  for (let created = 0; ; created++) {
    try {
      return await work()
    } catch (error) {
      const missing = created < maxDaysOfStatement ? missingPartition(error) : null
      if (!missing || !(await createOnce(owners.get(pool) ?? pool, missing))) throw error
    }
  }
}

/** Statements that miss the same partition at the same time wait for one creation. */
const createOnce = (pool: pg.Pool, missing: Missing): Promise<boolean> => {
  const running = creations.get(pool) ?? new Map<string, Promise<boolean>>()
  creations.set(pool, running)
  const key = `${missing.table} ${missing.day}`
  const creation = running.get(key) ?? createDay(pool, missing).finally(() => running.delete(key))
  running.set(key, creation)
  return creation
}

/** Of every table: what needs one of them is about to need the others. Returns whether the missing one exists now. */
const createDay = async (pool: pg.Pool, missing: Missing): Promise<boolean> => {
  const { day } = missing
  let created = false
  await forEachTable(async (table) => {
    const { rows } = await whenLockIsFree(() =>
      pool.query<{ created: boolean }>('select create_missing_partition($1, $2) as created', [
        table,
        partitionDay(table, day),
      ]),
    )
    if (table === missing.table) created = rows[0]?.created === true
  })
  return created
}
