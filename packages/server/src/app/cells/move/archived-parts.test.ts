import { startQueue } from '@nani/foundation/storage/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../../testing/database.ts'
import { markMonitorsOf } from '../../../services/monitoring/index.ts'
import { createHomeAndCell } from '../../../testing/database/home-and-cell.ts'
import { performMove } from './move-organization.ts'

/** An organization moves from home to a cell, and brings an event of a day. */
const day = '2025-12-10'
let home: TestDatabase
let cell: TestDatabase
beforeEach(async () => {
  ;({ home, cell } = await createHomeAndCell(['org_one'], createDatabaseAtNoon))
  await home.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ('app_one', 'org_one', 'Guichet', 'sandbox', '{}', '{}', '{}', 1, now())`,
  )
  await home.pool.query(`select create_partition('events', $1)`, [day])
  await home.pool.query(
    `insert into events (application_id, day, event_id, position, type, created_at, object_kind, object_id)
     values ('app_one', $1, 'evt_1', 1, 'job.completed', now(), 'job', 'job_1')`,
    [day],
  )
  await (await startQueue({ pool: home.pool, upkeepPool: null, migrate: false }, () => {})).stop()
})
afterEach(async () => {
  await home.drop()
  await cell.drop()
})

const move = (markMonitors = markMonitorsOf) =>
  performMove({
    organizationId: 'org_one',
    ...{ source: { name: 'home', owner: home.pool }, target: { name: 'north', owner: cell.pool } },
    ...{ home: home.pool, refuseMs: 5_000, markMonitors, progress: () => {} },
    requireAlone: async () => {},
    pause: async () => {},
  })
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

test('nor with rows of a day that is archived while they are written', async () => {
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
