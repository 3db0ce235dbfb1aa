import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../../../testing/database.ts'
import { markMonitorsOf } from '../../../services/monitoring/index.ts'
import { whyRowsWait } from './archived-parts.ts'
import { type MoveWorld, openMoveWorld } from './testing/move-world.ts'

/** An organization moves from home to a cell, and brings events of two days. */
const day = '2025-12-10'
const otherDay = '2025-12-11'
let world: MoveWorld
let home: TestDatabase
let cell: TestDatabase
const writeEvent = async (onDay: string) => {
  await home.pool.query(`select create_partition('events', $1)`, [onDay])
  await home.pool.query(
    `insert into events (application_id, day, event_id, position, type, created_at, object_kind, object_id)
     values ('app_one', $1, $2, 1, 'job.completed', now(), 'job', 'job_1')`,
    [onDay, `evt_${onDay}`],
  )
}
beforeEach(async () => {
  world = await openMoveWorld()
  ;({ home, cell } = world)
  await writeEvent(day)
})
afterEach(() => world.drop())

const move = (markMonitors = markMonitorsOf) => world.move({ markMonitors })
const refused = {
  code: 'organization_not_moved',
  message: `The other database has archived events of ${day}, and this one has not. Nothing is moved.`,
  next: 'Run: nani archive run. It says why a day waits. Then repeat.',
}
const archivedDay = `insert into archived_days (number, table_name, day, rows, bytes, manifest_sha256, salt, archived_at)
  select 1, 'events', date '${day}', 0, 0, sha256(''), sha256(''), now()`
const eventsIn = async ({ pool }: TestDatabase) => (await pool.query('select from events')).rowCount
/** Writes of the organization are accepted. */
const writes = () =>
  home.pool.query(`update applications set name = 'Caisse' where application_id = 'app_one'`)

test('an organization does not move with rows of a day that the other database has archived', async () => {
  await cell.pool.query(archivedDay)
  await expect(move()).rejects.toMatchObject(refused)
  expect([await eventsIn(home), await eventsIn(cell)]).toEqual([1, 0])
  await writes()
  // Its own database has archived the day.
  await home.pool.query('drop table events_20251210')
  expect(await move()).toMatchObject({ applications: 1 })
})

test('no day of the other database waits for the copies of a move that was refused', async () => {
  await writeEvent(otherDay)
  await cell.pool.query(archivedDay)
  const waits = () => whyRowsWait(cell.pool, { table: 'events', day: otherDay })
  let during: string | null = null
  const noteCopies = async (_done: number, _total: number, note: string) => {
    if (note === `events ${otherDay}`) during = await waits()
  }
  await expect(world.move({ progress: (...step) => void noteCopies(...step) })).rejects.toMatchObject(refused)
  expect(during).toBe('An organization that moves here has rows of the day.')
  expect(await waits()).toBeNull()
  // A repeated move copies them again.
  await cell.pool.query('truncate archived_days')
  expect(await move()).toMatchObject({ applications: 1 })
  expect(await eventsIn(cell)).toBe(2)
})

test('the copies of a refused move are not erased any more once another command has taken over', async () => {
  // More than one turn erases.
  await home.pool.query(
    `insert into events (application_id, day, event_id, position, type, created_at, object_kind, object_id)
     select 'app_one', $1, 'evt_' || n, n, 'job.completed', now(), 'job', 'job_1' from generate_series(2, 5100) n`,
    [day],
  )
  await cell.pool.query(archivedDay)
  const copies = async () =>
    (await cell.pool.query(`select from moved_rows where table_name = 'events'`)).rowCount
  const lost = new Error('the connection with the lock is lost')
  let turns = 0
  const requireAlone = async () => {
    if (++turns > 1) throw lost
  }
  await expect(world.move({ requireAlone })).rejects.toMatchObject(refused)
  expect([turns, await copies()]).toEqual([2, 100])
  // The other command closed the fence for good.
  await home.pool.query(
    `insert into move_fences (organization_id, application_ids, target, begun_at, command)
     values ('org_one', '{app_one}', 'north', now(), gen_random_uuid())`,
  )
  turns = 0
  const completeMeanwhile = async () => {
    if (++turns > 1) await home.pool.query('update move_fences set moved_at = now()')
  }
  await expect(world.move({ requireAlone: completeMeanwhile })).rejects.toMatchObject(refused)
  expect([turns, await copies()]).toEqual([2, 100])
})

test('an organization does not move with rows of a day that is archived while they are written', async () => {
  await cell.pool.query(`create function archive_now() returns trigger language plpgsql as
    $$ begin ${archivedDay}; return null; end $$`)
  await cell.pool.query(
    'create trigger archive_now after insert on events for each statement execute function archive_now()',
  )
  await expect(move()).rejects.toMatchObject(refused)
  expect([await eventsIn(home), await eventsIn(cell)]).toEqual([1, 0])
  await writes()
})

test('a move that was killed after it left its database is not completed into a day that was archived since', async () => {
  await expect(move(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
  await cell.pool.query(archivedDay)
  await expect(move()).rejects.toMatchObject({
    code: 'organization_not_moved',
    message: `The other database has archived events of ${day} without the rows of the organization. The move is not completed.`,
  })
  expect([await eventsIn(home), await eventsIn(cell)]).toEqual([1, 0])
  await cell.pool.query('truncate archived_days')
  expect(await move()).toMatchObject({ applications: 1 })
  expect(await eventsIn(cell)).toBe(1)
})
