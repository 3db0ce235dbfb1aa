import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { isQuiet } from './back-off.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const judged = async (ofCitizen: number, lastMsAgo: number | null, ofSource: number): Promise<boolean> => {
  const { rows } = await database.pool.query(
    `select ${isQuiet('unanswered')} as quiet
     from (values ($1::integer, $2::float8, $3::integer)) as unanswered (of_citizen, last_ms_ago, of_source)`,
    [ofCitizen, lastMsAgo, ofSource],
  )
  return rows[0].quiet
}

test.each([
  ['the first', 0, null, false],
  ['the third at once', 2, 1_000, false],
  ['the fourth at once', 3, 1_000, true],
  ['the fourth after a minute', 3, 60_000, false],
  ['the fifth after a minute', 4, 60_000, true],
  ['the fifth after two minutes', 4, 120_000, false],
])('%s notifies or not', async (_which, ofCitizen, lastMsAgo, quiet) => {
  expect(await judged(ofCitizen, lastMsAgo, 0)).toBe(quiet)
})

test('a network with many requests without approval notifies no one', async () => {
  expect(await judged(0, null, 19)).toBe(false)
  expect(await judged(0, null, 20)).toBe(true)
})

test('the requests of a network that were approved are not read', async () => {
  const { rows } = await database.pool.query(
    `select indexname from pg_indexes
     where tablename = 'sign_in_requests' and indexdef like '%quiet = false%' and indexdef like '%''approved''%'
     order by indexname`,
  )
  expect(rows.map(({ indexname }) => indexname)).toEqual([
    'sign_in_requests_unanswered_by_citizen',
    'sign_in_requests_unanswered_by_source',
  ])
})
