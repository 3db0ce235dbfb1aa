import { dayOf } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { scheduleAgain, schedulePageAgain } from './schedule-again.ts'

const application = 'app_1'
const day = dayOf(noon)
let database: TestDatabase
beforeAll(async () => {
  database = await createDatabaseAtNoon()
  await database.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ($1, 'org_default', 'Shop', 'sandbox', '{}', '{}', '{}', 10, now())`,
    [application],
  )
  await database.pool.query(
    `insert into events (application_id, day, event_id, position, type, created_at, object_kind)
     values ($1, $2, 'evt_1', 1, 'job.completed', $3, 'job'), ($1, $2, 'evt_2', 2, 'batch.completed', $3, 'batch')`,
    [application, day, new Date(noon)],
  )
  await database.pool.query(
    `insert into webhook_endpoints (application_id, url, event_types, created_at, updated_at)
     values ($1, 'https://hooks.example.cd/nani', '{job.completed}', $2, $2)`,
    [application, new Date(noon)],
  )
})
afterAll(() => database.drop())
beforeEach(async () => void (await database.pool.query('delete from webhook_deliveries')))

const deliveries = async () => {
  const { rows } = await database.pool.query(
    `select event_id, round, attempts, state, next_attempt_at from webhook_deliveries order by event_id`,
  )
  return rows
}

test('an event is due again in a new round with all of its attempts, and one of another application or day is not', async () => {
  const own = { applicationId: application, eventId: 'evt_2', day }
  expect(await scheduleAgain(database.pool, { ...own, nowMs: noon })).toBe(true)
  await database.pool.query(`update webhook_deliveries set attempts = 5, state = 'exhausted'`)
  expect(await scheduleAgain(database.pool, { ...own, nowMs: noon + 1_000 })).toBe(true)
  expect(await deliveries()).toMatchObject([
    { event_id: 'evt_2', round: 2, attempts: 0, state: 'scheduled', next_attempt_at: new Date(noon + 1_000) },
  ])
  for (const foreign of [{ applicationId: 'app_2' }, { eventId: 'evt_9' }, { day: dayOf(noon - 86_400_000) }])
    expect(await scheduleAgain(database.pool, { ...own, ...foreign, nowMs: noon })).toBe(false)
})

test('a replay schedules the subscribed types since a time', async () => {
  const replay = (sinceMs: number) =>
    schedulePageAgain(database.pool, application, { after: 0, sinceMs, firstDay: day }, noon)
  expect(await replay(noon + 1)).toEqual({ last: null, scheduled: 0 })
  expect(await replay(noon)).toEqual({ last: null, scheduled: 1 })
  expect((await deliveries()).map(({ event_id }) => event_id)).toEqual(['evt_1'])
})
