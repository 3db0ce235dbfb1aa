import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})

afterEach(() => database.drop())

test('the pool reads counters as numbers, dates and decimals as text, bytes as buffers and instants as dates', async () => {
  const { rows } = await database.pool.query(
    `select 5::int8 as n, date '2026-02-28' as day, 1.5::numeric as amount, 'ab'::bytea as body, now() as at`,
  )
  expect(rows[0]).toEqual({
    n: 5,
    day: '2026-02-28',
    amount: '1.5',
    body: Buffer.from('ab'),
    at: expect.any(Date),
  })
})
