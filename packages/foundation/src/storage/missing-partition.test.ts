import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { inTransaction } from './database.ts'
import { databaseNow } from './database-clock.ts'
import { dayMs, dayOf, monthEndOf } from './partitions.ts'

let database: TestDatabase
let nowMs: number

beforeAll(async () => {
  database = await createTestDatabase()
  nowMs = await databaseNow(database.pool)
})
afterAll(() => database.drop())

const insert =
  'insert into nonces (application_id, api_key, day, nonce) values ($1, $2, $3, gen_random_uuid())'
const count = async (application: string): Promise<number> =>
  (await database.pool.query('select count(*) as count from nonces where application_id = $1', [application]))
    .rows[0].count

test('statements that need the same missing day all succeed, and the day is created once', async () => {
  const day = dayOf(nowMs)
  await Promise.all(Array.from({ length: 30 }, () => database.pool.query(insert, ['at once', 'key', day])))
  expect(await count('at once')).toBe(30)
})

test('a missing day is created for every table, so that the rest of the call finds its own', async () => {
  const day = dayOf(nowMs + 2 * dayMs)
  await database.pool.query(insert, ['others', 'key', day])
  await inTransaction(database.pool, async (client) => {
    await client.query("insert into results values ('others', $1, 'kyc_1', 'kyc_validation', 'x')", [day])
  })
  const { rowCount } = await database.pool.query("select from results where application_id = 'others'")
  expect(rowCount).toBe(1)
})

test('a transaction that needs a missing day is repeated as a whole', async () => {
  let runs = 0
  await inTransaction(database.pool, async (client) => {
    runs++
    await client.query("insert into organizations values ('org_repeated', 'Repeated', now())")
    await client.query(insert, ['transaction', 'key', dayOf(nowMs + dayMs)])
  })
  expect(runs).toBe(2)
  expect(await count('transaction')).toBe(1)
})

test('a missing month is created, also when its last day is far', async () => {
  // The last day of a month can be a day that another test needs to be missing.
  const own = await createTestDatabase()
  try {
    const day = monthEndOf(dayOf(nowMs))
    const write = (of: string) =>
      own.pool.query(
        `insert into credit_score_records values ('month', $1, $2, 'sandbox', 'x', now(), 'x')`,
        [of, `crs_${of}`],
      )
    await write(day)
    const twoMonthsOn = monthEndOf(dayOf(nowMs + 70 * dayMs))
    await expect(write(twoMonthsOn)).rejects.toMatchObject({ code: '23514' })
  } finally {
    await own.drop()
  }
})

test('a day that is far from today by the clock of the database is not created', async () => {
  for (const offset of [-3, 9, 500]) {
    const written = database.pool.query(insert, ['far', 'key', dayOf(nowMs + offset * dayMs)])
    await expect(written, String(offset)).rejects.toMatchObject({ code: '23514' })
  }
  expect(await count('far')).toBe(0)
})

test('another violated constraint is not a missing partition', async () => {
  const written = database.pool.query(
    "insert into usage_counters values ('app', 'kyc_validation', 'week', current_date, 1, null)",
  )
  await expect(written).rejects.toMatchObject({ code: '23514', constraint: 'usage_counters_period_check' })
})

test('a role that may only call the function creates a missing day, and no other table', async () => {
  const day = dayOf(nowMs + 5 * dayMs)
  await inTransaction(database.pool, async (client) => {
    const role = `nani_test_caller_${process.pid}`
    await client.query(`create role ${role}`)
    await client.query(`grant execute on function create_missing_partition(text, date) to ${role}`)
    await client.query(`set local role ${role}`)
    const { rows } = await client.query("select create_missing_partition('audit_entries', $1) as created", [
      day,
    ])
    expect(rows).toEqual([{ created: true }])
    await client.query('savepoint refused')
    const direct = client.query("select create_partition('audit_entries', $1)", [dayOf(nowMs + 400 * dayMs)])
    await expect(direct).rejects.toMatchObject({ code: '42501' })
    await client.query('rollback to savepoint refused')
    const other = client.query("select create_missing_partition('api_keys', $1)", [day])
    await expect(other).rejects.toMatchObject({ code: '42P01' })
    throw new Rollback()
  }).catch((error) => {
    if (!(error instanceof Rollback)) throw error
  })
})

class Rollback extends Error {}
