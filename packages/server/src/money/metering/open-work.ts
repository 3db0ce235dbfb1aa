import { type Database, defineEffect, type Effect, inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

/** Work that was accepted and has not ended: items of batches, or jobs. */
export type OpenKind = 'items' | 'jobs'

const closedKind = <const Name extends string>(name: Name, kind: OpenKind) =>
  defineEffect({
    name,
    columns: {},
    locks: 'open_work',
    write: ({ application, changes }) =>
      `update open_work o set open_${kind} = greatest(0, o.open_${kind} - closed.n)
       from (select count(*)::integer as n from ${changes}) as closed
       where o.application_id = ${application} and closed.n > 0
       returning closed.n`,
  })({})
const closed = { items: closedKind('closed_items', 'items'), jobs: closedKind('closed_jobs', 'jobs') }

/** Takes what a change completes off the open work of its application. */
export const closedWorkEffect = (kind: OpenKind): Effect<'closed_items' | 'closed_jobs'> => closed[kind]

/** Takes cancelled work off the open work, in the transaction that cancels it. */
export const closeWork = async (
  client: Database,
  applicationId: string,
  kind: OpenKind,
  count: number,
): Promise<void> => {
  await client.query({
    name: `close-${kind}`,
    text: `update open_work set open_${kind} = greatest(0, open_${kind} - $2::bigint) where application_id = $1`,
    values: [applicationId, count],
  })
}

/**
 * Adds accepted work to the open work, in the transaction that stores the work. Returns the open work of this kind
 * before, or null when the bound refuses it.
 */
export const openWork = async (
  client: Database,
  applicationId: string,
  { kind, count }: { kind: OpenKind; count: number },
  maxOpenItems: number,
): Promise<number | null> => {
  const column = `open_${kind}`
  const { rows } = await client.query<{ before: number }>({
    name: `open-work-${kind}`,
    text: `insert into open_work as o (application_id, ${column})
           select $1, $2::bigint where $2::bigint <= $3::bigint
           on conflict (application_id) do update set ${column} = o.${column} + excluded.${column}
           where o.open_items + o.open_jobs + excluded.${column} <= $3::bigint
           returning ${column} - $2::bigint as before`,
    values: [applicationId, count, maxOpenItems],
  })
  return rows[0]?.before ?? null
}

/** The open work of an application, of both kinds. */
export const readOpenWork = async (database: Database, applicationId: string): Promise<number> => {
  const { rows } = await database.query<{ open: number }>({
    name: 'read-open-work',
    text: 'select open_items + open_jobs as open from open_work where application_id = $1',
    values: [applicationId],
  })
  return rows[0]?.open ?? 0
}

/**
 * Counts the open work of every application again. The counts are exact unless work is deleted unfinished, at the
 * end of its retention, or settled by a process of an earlier release. A transaction that settles or accepts work
 * changes the same row, so that it is seen either by the count or by the row.
 */
export const recountOpenWork = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ application_id: string }>(
    'select application_id from open_work where open_items > 0 or open_jobs > 0',
  )
  for (const { application_id: applicationId } of rows) {
    await inTransaction(pool, async (client) => {
      await client.query('select from open_work where application_id = $1 for update', [applicationId])
      await client.query(
        `update open_work set
           open_items = (
             select count(*) from batches b join batch_items i
               on i.application_id = b.application_id and i.batch_id = b.batch_id
             where b.application_id = $1 and b.completed_at is null and i.status in ('pending', 'running')),
           open_jobs = (select count(*) from jobs where application_id = $1 and status = 'pending')
         where application_id = $1`,
        [applicationId],
      )
    })
  }
}
