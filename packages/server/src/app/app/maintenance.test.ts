import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allPlaces, dayOf, placesOfRegister } from '@nani/foundation/storage/index.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { createRegisterDatabase } from '../../../../../testing/separate-register.ts'
import { forgetExpiredWork } from '../../calls/calls/index.ts'
import { forgetExpiredKeys } from '../../gateway/gateway/index.ts'
import { runMaintenance } from './maintenance.ts'

const dayMs = 86_400_000
let database: TestDatabase
const opened: TestDatabase[] = []
let lines: string[]
let salts: string[]

beforeEach(async () => {
  database = await createTestDatabase()
  opened.push(database)
  lines = []
  salts = []
})
afterEach(() => database.pool.end())
afterAll(() => Promise.all(opened.map((one) => one.drop())))

const run = (isTrusted = true, others: TestDatabase[] = []) =>
  runMaintenance({
    ownerPool: database.pool,
    databases: [
      { ownerPool: database.pool, places: allPlaces },
      ...others.map(({ pool }) => ({ ownerPool: pool, places: placesOfRegister })),
    ],
    ownsSchema: true,
    clock: { check: async () => {}, isTrusted: () => isTrusted },
    daySalts: {
      createComing: async () => void salts.push('created'),
      erasePast: async () => void salts.push('erased'),
    },
    log: (line) => lines.push(line),
    onError: (error) => {
      throw error
    },
    retention: [forgetExpiredKeys, forgetExpiredWork],
    keptDays: [],
  })

/** A result, a job and an idempotency key, all past their retention. */
const writeExpired = async () => {
  const old = new Date(Date.now() - 40 * dayMs)
  await database.pool.query('select create_partition($1, $2)', ['results', dayOf(old.getTime())])
  await database.pool.query("insert into results values ('app', $1, 'kyc_1', 'kyc_validation', 'x')", [
    dayOf(old.getTime()),
  ])
  await database.pool.query(
    "insert into jobs (application_id, job_id, service, status, created_at) values ('app', 'job_1', 'kyc_validation', 'failed', $1)",
    [old],
  )
  await database.pool.query(
    "insert into idempotency_keys values ('app', gen_random_uuid(), 'x', gen_random_uuid(), $1, $1)",
    [old],
  )
}
const left = async (): Promise<Record<string, number>> => {
  const { rows } = await database.pool.query(
    `select (select count(*) from results) as results, (select count(*) from jobs) as jobs,
       (select count(*) from idempotency_keys) as keys`,
  )
  return rows[0]
}
/** Sets the time of the last run relative to the clock of the database. */
const lastRanBefore = (ms: number) =>
  database.pool.query('insert into maintenance_state (last_run_at) values ($1)', [new Date(Date.now() - ms)])

const all = { results: 1, jobs: 1, keys: 1 }
const none = { results: 0, jobs: 0, keys: 0 }

test('data past its retention by the clock of the database is deleted', async () => {
  await writeExpired()
  await lastRanBefore(3_600_000)
  await run()
  expect(await left()).toEqual(none)
  expect(lines).toEqual([])
  expect(salts).toEqual(['created', 'erased'])
})

test('a process with a wrong clock deletes no data', async () => {
  await writeExpired()
  await run(false)
  expect(await left()).toEqual(all)
  expect(salts).toEqual([])
})

test('after a jump of the database clock no data is deleted for a day, and the log reports it once', async () => {
  for (const jumpMs of [500 * dayMs, -2 * 3_600_000]) {
    await database.pool.query('truncate results, jobs, idempotency_keys, maintenance_state')
    await writeExpired()
    await lastRanBefore(jumpMs)
    await run()
    await run()
    expect(await left(), String(jumpMs)).toEqual(all)
    expect(lines.splice(0)).toEqual([
      expect.stringMatching(/clock of the database.*Nothing past its retention/),
    ])
  }
})

test('retention continues a day after the jump', async () => {
  await writeExpired()
  await lastRanBefore(500 * dayMs)
  await run()
  await database.pool.query(
    `update maintenance_state set retention_resumes_at = retention_resumes_at - interval '1 day'`,
  )
  await run()
  expect(await left()).toEqual(none)
})

test('the documented statement ends the pause of an installation that rarely runs', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/operating.md'), 'utf8')
  const [statement] = /update maintenance_state set [^;]*;/.exec(page) ?? []
  await writeExpired()
  // It runs for a few hours each week. Without the statement no data is ever deleted.
  for (let week = 0; week < 3; week++) {
    await database.pool.query(`update maintenance_state set last_run_at = now() - interval '7 days'`)
    if (week === 0) await lastRanBefore(7 * dayMs)
    await run()
    await run()
    expect(await left()).toEqual(all)
  }
  await database.pool.query(statement as string)
  await run()
  expect(await left()).toEqual(none)
})

test('the partitions of the coming days are also created during the pause', async () => {
  await lastRanBefore(500 * dayMs)
  await run()
  const { rows } = await database.pool.query('select to_regclass($1) is not null as found', [
    `nonces_${dayOf(Date.now() + 7 * dayMs).replaceAll('-', '')}`,
  ])
  expect(rows).toEqual([{ found: true }])
  expect(salts).toEqual(['created'])
})

test.each([
  ['', 3_600_000],
  [', also while retention waits', 500 * dayMs],
])('rights that an earlier release revoked after the migrations are given again%s', async (_when, lastMs) => {
  await lastRanBefore(lastMs)
  await database.pool.query('revoke update on batches from nani_app')
  await run()
  const { rows } = await database.pool.query(
    `select has_column_privilege('nani_app', 'batches', 'cancelled_at', 'update') as may`,
  )
  expect(rows).toEqual([{ may: true }])
  expect(lines[0]).toBe('rights of nani_app differed and were restored (1 statements)')
})

test('rights are restored in the database of a register of its own too', async () => {
  const register = await createRegisterDatabase()
  opened.push(register)
  await lastRanBefore(3_600_000)
  await run(true, [register])
  lines = []
  await register.pool.query('revoke update on citizens from nani_app')
  await run(true, [register])
  const { rows } = await register.pool.query(
    `select has_table_privilege('nani_app', 'citizens', 'update') as may`,
  )
  await register.pool.end()
  expect(rows).toEqual([{ may: true }])
  expect(lines).toEqual(['rights of nani_app differed and were restored (1 statements)'])
})
