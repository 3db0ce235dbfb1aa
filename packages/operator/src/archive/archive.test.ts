import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs, dayOf } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { scratchDirectory } from '../../../../testing/machine/scratch.ts'
import { runInMemory, testMasterKey } from '../testing/run-in-memory.ts'

/* Commands take the time of the database, so that the archived days are 40 and 95 days before now. */

let database: TestDatabase
let folder: string
let application: string
let day: string
let dayOfCharge: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(scratchDirectory, 'nani-archive-'))
  const created = await json('applications', 'create', '--name', 'Shop', '--environment', 'sandbox')
  application = created.application_id
  const { rows } = await database.pool.query<{ now: Date }>('select now()')
  day = dayOf((rows[0]?.now.getTime() ?? 0) - 40 * dayMs)
  await database.pool.query(`select create_partition('audit_entries', $1)`, [day])
  await database.pool.query(
    `insert into audit_entries (application_id, day, entry_id, at, request_id, actor, path)
     values ($1, $2::date, 'req_old', $2::date + interval '1 hour', 'req_old', 'application', '/v1/me')`,
    [application, day],
  )
  dayOfCharge = dayOf((rows[0]?.now.getTime() ?? 0) - 95 * dayMs)
  await database.pool.query(`select create_partition('call_charges', $1)`, [dayOfCharge])
  await database.pool.query(
    `insert into call_charges
       (application_id, day, result_id, service, item, mode, scopes, livemode, charged_at, amount, funded)
     values ($1, $2::date, 'kyc_old', 'kyc_validation', 'kyc_validation', 'single', '{}', false, $2::date, 0, true)`,
    [application, dayOfCharge],
  )
  await database.pool.query(`select create_partition('audit_leaves', $1)`, [day])
  await database.pool.query(
    `insert into audit_leaves (application_id, day, entry_id, environment, leaf_index, salt)
     values ($1, $2, 'req_old', 'sandbox', 0, $3)`,
    [application, day, Buffer.alloc(16)],
  )
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const run = (...args: string[]) =>
  runInMemory([...args, '--json'], {
    env: {
      ...{ DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey },
      ...{ NANI_ARCHIVE_DIR: join(folder, 'archive') },
    },
    cwd: folder,
  })
const json = async (...args: string[]) => {
  const { code, out, err } = await run(...args)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

test('with an external database nothing is archived before a folder is chosen', async () => {
  const env = { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey }
  const refused = await runInMemory(['archive', 'run', '--json'], { env, cwd: folder })
  expect(refused.code).not.toBe(0)
  expect(`${refused.out}${refused.err}`).toContain('setting_missing')
  expect(`${refused.out}${refused.err}`).toContain(
    'Set NANI_ARCHIVE_DIR to a folder that every process shares',
  )
})

test('a day is archived once, checked, searched, exported, and named by a backup', async () => {
  expect(await json('archive', 'run')).toEqual({
    ...{
      archived: [expect.objectContaining({ table: 'call_charges', day: dayOfCharge, rows: 1 })],
      failed: [],
    },
    waiting: [{ table: 'audit_entries', day, reason: 'The transparency log has no entry yet.' }],
  })
  await database.pool.query('update audit_sequencing set read_until = pg_current_snapshot()::text')
  const { archived, waiting } = await json('archive', 'run')
  expect(waiting).toEqual([])
  expect(archived).toMatchObject([{ table: 'audit_entries', day, rows: 1 }])
  expect(await json('archive', 'run')).toEqual({ archived: [], waiting: [], failed: [] })
  expect(await json('archive', 'verify')).toEqual({
    ...{ days: 2, erased: 0, rows: 2, faults: [], unknown_files: [] },
  })
  const { rows, complete } = await json('archive', 'search', 'req_old', '--from', day)
  expect(rows).toMatchObject([{ table: 'audit_entries', day, row: { application_id: application } }])
  expect(complete).toBe(true)
  expect((await json('archive', 'search', 'req_old', '--table', 'events')).rows).toEqual([])
  const ofCharge = await json(
    'archive',
    'search',
    'kyc_old',
    '--table',
    'call_charges',
    '--from',
    dayOfCharge,
  )
  expect(ofCharge.rows).toMatchObject([
    { table: 'call_charges', day: dayOfCharge, row: { application_id: application, result_id: 'kyc_old' } },
  ])
  const exported = join(folder, 'audit.ndjson')
  await json('audit', 'export', '--application', application, '--since', '60d', '--out', exported)
  expect(readFileSync(exported, 'utf8')).toContain('"entry_id":"req_old"')
  expect(await json('backup', join(folder, 'nani.backup'))).toMatchObject({
    ...{ archived_days: 2, archive_folder: join(folder, 'archive') },
  })
  // A search names calls of an application.
  expect(
    (await json('acts', '--since', '1h')).data.map(({ action }: { action: string }) => action),
  ).toContain('archive.search')

  const { data: ofRuns } = await json('acts', '--since', '1h', '--subject', 'archive')
  const steps = ofRuns.map(({ after }: { after: { step?: string } | null }) => after?.step)
  expect(steps).toEqual(expect.arrayContaining(['begin', 'end']))

  const unknown = join(folder, 'archive', '2020-01-01.audit_entries.rows')
  writeFileSync(unknown, '')
  const withUnknown = await run('archive', 'verify')
  expect(withUnknown.code).toBe(1)
  expect(`${withUnknown.out}${withUnknown.err}`).toContain('archive_damaged')
  rmSync(unknown)
  await json('archive', 'verify')

  const file = join(folder, 'archive', `${day}.audit_entries.keys`)
  const whole = readFileSync(file)
  writeFileSync(file, Buffer.concat([whole, Buffer.alloc(8)]))
  const damaged = await run('archive', 'verify')
  expect(damaged.code).toBe(1)
  expect(`${damaged.out}${damaged.err}`).toContain('archive_damaged')
})
