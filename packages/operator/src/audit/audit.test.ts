import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { runInMemory, testMasterKey } from '../testing/run-in-memory.ts'

let folder: string
let database: TestDatabase
let applicationId: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nani-audit-'))
  database = await createTestDatabase()
  const created = await nani('applications', 'create', '--name', 'Shop', '--environment', 'sandbox', '--json')
  applicationId = JSON.parse(created.out).application_id
  // More than a page, on two days, and one entry of another application.
  await database.pool.query(`select create_missing_partition('audit_entries', d::date)
    from generate_series(now() - interval '1 day', now(), interval '1 day') d`)
  await database.pool.query(
    `insert into audit_entries (application_id, day, entry_id, at, actor, path, scopes, read_ids, subject)
     select $1, at::date, 'aud_' || lpad(n::text, 6, '0'), at, 'application', '=cmd()', '{kyc.basic,kyc.emails}', '{}', 'x'::bytea
     from generate_series(1, 1500) n, lateral (select date_trunc('day', now()) - interval '1 hour' + n * interval '1 second' as at) t`,
    [applicationId],
  )
  await database.pool.query(
    `insert into audit_entries (application_id, day, entry_id, at, actor, read_ids)
     values ('app_other', now()::date, 'aud_other', now(), 'application', '{}')`,
  )
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const nani = (...args: string[]) =>
  runInMemory(args, { env: { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey }, cwd: folder })
const exported = (file: string, ...args: string[]) =>
  nani('audit', 'export', '--application', applicationId, '--since', '3d', '--out', file, ...args)

test('every entry of the application and of the time is exported once, and of no other application', async () => {
  const { code, out } = await exported('all.ndjson', '--json')
  expect({ code, entries: JSON.parse(out).entries }).toEqual({ code: 0, entries: 1500 })
  const entries = readFileSync(join(folder, 'all.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(new Set(entries.map(({ entry_id }) => entry_id)).size).toBe(1500)
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted())
  expect(entries[0]).not.toHaveProperty('subject')
  expect(statSync(join(folder, 'all.ndjson')).mode & 0o777).toBe(0o600)
  expect((await exported('all.ndjson')).err).toContain('error file_exists')
})

test('a CSV file has a line for each entry, and no formula', async () => {
  await exported('all.csv')
  const [head, first] = readFileSync(join(folder, 'all.csv'), 'utf8').split('\r\n')
  expect(head).toMatch(/^at,entry_id,actor,/)
  expect(first).toContain("'=cmd()")
  expect(first).toContain('kyc.basic kyc.emails')
})

test('an export is an act, and an unknown application an error', async () => {
  await exported('act.csv')
  const { out } = await nani('acts', '--subject', applicationId, '--json')
  expect(out).toMatch(/"action": "audit.export"/)
  expect(out).toMatch(/"entries": 1500/)
  const unknown = await nani('audit', 'export', '--application', 'app_none', '--out', 'none.csv')
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('error application_not_found') })
})
