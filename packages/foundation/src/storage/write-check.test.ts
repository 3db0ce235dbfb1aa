import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { checkWrites } from './write-check.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const rows = async () =>
  (await database.pool.query('select process_id from readiness_checks order by process_id')).rows.map(
    ({ process_id }) => process_id,
  )

test('each process keeps one row, and forgets those of processes that are gone', async () => {
  for (const process of ['one', 'two', 'one']) await checkWrites(database.pool, process)
  expect(await rows()).toEqual(['one', 'two'])
  await database.pool.query(
    "update readiness_checks set checked_at = now() - interval '25 hours' where process_id = 'two'",
  )
  await checkWrites(database.pool, 'one')
  expect(await rows()).toEqual(['one'])
})

test('it takes new disk space, and gives it back', async () => {
  const client = await database.pool.connect()
  try {
    const one = { connect: async () => ({ query: client.query.bind(client), release: () => {} }) }
    const size = async () =>
      (await client.query("select pg_relation_size('pg_temp.readiness_room')::int as size")).rows[0].size
    let during = 0
    const watched = {
      connect: async () => ({
        release: () => {},
        async query(...given: unknown[]) {
          if (given[0] === 'commit') during = await size()
          return (client.query as (...all: unknown[]) => unknown).apply(client, given)
        },
      }),
    }
    await checkWrites(one as never, 'one')
    await checkWrites(watched as never, 'one')
    expect(during).toBeGreaterThan(100_000)
    expect(await size()).toBe(0)
  } finally {
    client.release()
  }
})

test('a database that accepts no writes fails it', async () => {
  const readOnly = { connect: async () => Object.assign(client, { release: () => {} }) }
  const client = await database.pool.connect()
  const release = client.release.bind(client)
  try {
    await client.query('set default_transaction_read_only = on')
    await expect(checkWrites(readOnly as never, 'one')).rejects.toThrow(/read-only/)
  } finally {
    release(true)
  }
})
