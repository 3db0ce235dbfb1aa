import { dayMs, inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import {
  deleteApplications,
  deleteLeft,
  deleteSome,
  rowsOfTurn,
  tablesWithRows,
} from './delete-applications.ts'
import { passFence } from './fence.ts'
import { takeDownTriggers } from './fence-triggers.ts'
import { tablesOfKeys } from './moved-tables.ts'

/** After home named the other database, and processes know it: the database of before has no keys of the organization any more. */
export const leaveKeys = async (owner: pg.Pool, organizationId: string): Promise<void> => {
  await inTransaction(owner, async (client) => {
    const { rows } = await client.query<{ application_ids: string[] }>(
      `select application_ids from move_fences where organization_id = $1 and moved_at is not null
       and completed_at is null for update`,
      [organizationId],
    )
    const [fence] = rows
    if (!fence) return
    await passFence(client, organizationId)
    // Their audit entries stay, and the transparency log and the citizens ask whose they are.
    await client.query(
      `insert into left_applications as l (application_id, environment, created_at, organization_id, name)
       select application_id, environment, created_at, organization_id, name from applications
       where application_id = any($1)
       on conflict (application_id) do update set organization_id = excluded.organization_id, name = excluded.name`,
      [fence.application_ids],
    )
    await deleteApplications(client, tablesOfKeys, fence.application_ids)
    await client.query('update move_fences set completed_at = clock_timestamp() where organization_id = $1', [
      organizationId,
    ])
  })
}

/**
 * Erases what a move left, a day after it was completed. A move that is not complete leaves everything. What fails is repeated by the
 * next run, and does not stop the rest.
 */
export const forgetMoves = async (owner: pg.Pool, nowMs: number): Promise<void> => {
  const dayAgo = new Date(nowMs - dayMs)
  const { rows } = await owner.query<{ organization_id: string }>(
    'select organization_id from move_fences where completed_at < $1',
    [dayAgo],
  )
  const errors: unknown[] = []
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => errors.push(error))
  for (const { organization_id: organizationId } of rows)
    await attempt(eraseLeft(owner, organizationId, dayAgo))
  await attempt(owner.query('delete from move_fences where moved_at is null and begun_at < $1', [dayAgo]))
  await attempt(eraseOfNoCell(owner, dayAgo))
  await attempt(takeDownTriggers(owner))
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'Not all that moves left is erased.')
}

/** Some rows in each transaction, so that no statement takes long. The fence is the last row. */
const eraseLeft = async (owner: pg.Pool, organizationId: string, before: Date): Promise<void> => {
  /** It may have come back since the last turn: then the rows are those of the organization. False: nothing may be erased. */
  const turn = (work: (client: pg.PoolClient, owners: readonly string[]) => Promise<unknown>) =>
    inTransaction(owner, async (client) => {
      const { rows } = await client.query<{ application_ids: string[] }>(
        'select application_ids from move_fences where organization_id = $1 and completed_at < $2 for update',
        [organizationId, before],
      )
      const [fence] = rows
      if (!fence) return false
      await passFence(client, organizationId)
      return (await work(client, fence.application_ids)) !== false
    })
  const inTurns = async (deleteTurn: (client: pg.PoolClient, ids: readonly string[]) => Promise<number>) => {
    while (await turn(async (client, ids) => (await deleteTurn(client, ids)) === rowsOfTurn));
  }
  let filled: string[] = []
  await turn(async (client, ids) => {
    filled = await tablesWithRows(client, ids)
  })
  for (const table of filled) await inTurns((client, ids) => deleteSome(client, table, ids))
  await inTurns((client) => deleteLeft(client, organizationId))
  await turn((client) => client.query('delete from move_fences where organization_id = $1', [organizationId]))
}

/** Copies of an abandoned move in an installation that has no cells any more: no other database can complete it. */
const eraseOfNoCell = async (owner: pg.Pool, before: Date): Promise<void> => {
  for (const table of ['cells', 'cell_identity'])
    if ((await owner.query(`select from ${table} limit 1`)).rowCount !== 0) return
  await owner.query(`delete from moved_rows where state = 'arriving' and written_at < $1`, [before])
}
