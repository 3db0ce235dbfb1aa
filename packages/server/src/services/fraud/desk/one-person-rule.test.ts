import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { manualClock } from '../../../core/index.ts'
import { recordOnePersonRule } from './one-person-rule.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a start without the rule of two people is in the audit log', async () => {
  const clock = {
    ...manualClock(Date.UTC(2026, 2, 15)),
    isTrusted: () => true,
    check: async () => {},
    stop() {},
  }
  await recordOnePersonRule({ pool: database.pool, clock })
  const { rows } = await database.pool.query('select actor_kind, action, subject, after from acts')
  expect(rows).toEqual([
    {
      ...{ actor_kind: 'system', action: 'cases.one_person_allowed', subject: 'NANI_FRAUD_TWO_PEOPLE' },
      after: { two_people: false },
    },
  ])
})
