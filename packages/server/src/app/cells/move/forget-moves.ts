import { dayMs, inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { deleteApplications } from './arriving-rows.ts'
import { movedTables, passFence, tablesOfKeys, takeDownTriggers } from './fence.ts'

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
    // Their audit entries stay, and the transparency log asks whose they are.
    await client.query(
      `insert into left_applications (application_id, environment, created_at)
       select application_id, environment, created_at from applications where application_id = any($1)
       on conflict (application_id) do nothing`,
      [fence.application_ids],
    )
    await deleteApplications(client, tablesOfKeys, fence.application_ids)
    await client.query('update move_fences set completed_at = clock_timestamp() where organization_id = $1', [
      organizationId,
    ])
  })
}

/** A move that was begun and never completed is forgotten after this time. Before, it can be repeated. */
const arrivingKeptMs = 30 * dayMs

/** Erases what a move left, a day after it was completed. A move that is not complete leaves everything. */
export const forgetMoves = async (owner: pg.Pool, nowMs: number): Promise<void> => {
  const dayAgo = new Date(nowMs - dayMs)
  const { rows } = await owner.query<{ organization_id: string; application_ids: string[] }>(
    'select organization_id, application_ids from move_fences where completed_at < $1',
    [dayAgo],
  )
  for (const { organization_id: organizationId, application_ids: applicationIds } of rows)
    await inTransaction(owner, async (client) => {
      await passFence(client, organizationId)
      await deleteApplications(client, movedTables, applicationIds)
      await client.query(`delete from moved_rows where organization_id = $1 and state = 'left'`, [
        organizationId,
      ])
      await client.query('delete from move_fences where organization_id = $1', [organizationId])
    })
  await owner.query('delete from move_fences where moved_at is null and begun_at < $1', [dayAgo])
  await owner.query(`delete from moved_rows where state = 'arriving' and written_at < $1`, [
    new Date(nowMs - arrivingKeptMs),
  ])
  await takeDownTriggers(owner)
}
