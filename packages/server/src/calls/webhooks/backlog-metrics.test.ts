import { manualClock } from '@nani/foundation/core/index.ts'
import { metricsText } from '@nani/foundation/platform/testing/metrics-text.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { openWorkMetrics } from '../../money/metering/index.ts'
import { backlogMetrics } from './backlog-metrics.ts'

const nowMs = Date.UTC(2026, 10, 24, 12)
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const lines = async () =>
  (
    await metricsText([
      backlogMetrics({ pool: database.pool, clock: manualClock(nowMs) }),
      openWorkMetrics(database.pool),
    ])
  ).split('\n')

test('events whose time has come are the backlog, with the age of the oldest', async () => {
  expect(await lines()).toContain('nani_webhook_deliveries_waiting 0')
  expect(await lines()).toContain('nani_webhook_oldest_seconds 0')
  const add = (id: string, state: string, seconds: number) =>
    database.pool.query(
      `insert into webhook_deliveries (application_id, event_id, event_day, state, next_attempt_at)
       values ('app_1', $1, '2026-11-24', $2, $3)`,
      [id, state, new Date(nowMs + seconds * 1_000)],
    )
  await add('evt_late', 'scheduled', -90)
  await add('evt_due', 'scheduled', -5)
  await add('evt_next', 'scheduled', 60)
  await add('evt_sent', 'delivered', -500)
  expect(await lines()).toContain('nani_webhook_deliveries_waiting 2')
  expect(await lines()).toContain('nani_webhook_oldest_seconds 90')
})

test('accepted work that is not finished is counted over all applications', async () => {
  expect(await lines()).toContain('nani_open_work{kind="item"} 0')
  await database.pool.query(
    `insert into open_work (application_id, open_items, open_jobs) values ('app_1', 7, 1), ('app_2', 3, 0)`,
  )
  expect(await lines()).toContain('nani_open_work{kind="item"} 10')
  expect(await lines()).toContain('nani_open_work{kind="job"} 1')
})
