import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { runInMemory, testMasterKey } from '../testing/run-in-memory.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'nani-lists-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const nani = (...args: string[]) => withAddresses('eu=', ...args)
const withAddresses = (addresses: string, ...args: string[]) =>
  runInMemory(['lists', ...args], {
    env: { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey, NANI_LIST_ADDRESSES: addresses },
    cwd: folder,
  })
const json = async (...args: string[]) => {
  const { code, out, err } = await nani(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}
const people = (count: number) =>
  `reference,kind,name\n${Array.from({ length: count }, (_, index) => `N-${index},individual,Person ${index}\n`).join('')}`

test('import, a refused import, --accept-drop and status', async () => {
  writeFileSync(join(folder, 'national.csv'), people(20))
  writeFileSync(join(folder, 'fewer.csv'), people(5))
  expect(await json('import', 'national', 'national.csv')).toMatchObject({
    outcome: 'imported',
    format: 'entries_csv',
    version: { list: 'national', entries: 20, added: 20 },
  })
  expect((await nani('import', 'national', 'national.csv')).out).toContain('in use already')

  const refused = await nani('import', 'national', 'fewer.csv')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('15 of 20 entries (75 %) would be removed')
  expect(refused.err).toContain('The current version remains in use.')
  const before = await json('status')
  expect(before.lists.find(({ list }: { list: string }) => list === 'national')).toMatchObject({
    entries: 20,
    source: 'national.csv',
    stale: false,
    age_seconds: expect.any(Number),
  })
  expect(before.lists.find(({ list }: { list: string }) => list === 'un')).toMatchObject({ version: null })

  expect((await nani('import', 'national', 'fewer.csv', '--accept-drop')).out).toContain('15 removed')
  const { out } = await nani('status')
  expect(out).toContain('5 entries')
  expect(out).toContain('These checks do not run in production: pep')
  expect(out).toContain(
    'These checks run with some of their lists: sanctions (without un, us_sdn, us_non_sdn, eu, uk)',
  )
})

test('import waits for every process, names those that stay behind, and --no-wait returns at once', async () => {
  const follower = (change: string) =>
    database.pool.query(
      `insert into list_followers (process_id, name, list_change) values ('a', 'host-a pid 41', ${change})
       on conflict (process_id) do update set seen_at = now(), list_change = excluded.list_change`,
    )
  await follower('0')
  const importOne = (...more: string[]) => nani('import', 'national_watchlist', 'waited.csv', ...more)
  writeFileSync(join(folder, 'waited.csv'), people(22))
  const late = await importOne('--wait-seconds', '0.3')
  expect(late.code).toBe(1)
  expect(late.err).toContain('Waiting for 1 of 1 processes')
  expect(late.err).toContain('these processes do not use it yet: host-a pid 41')
  expect((await importOne('--no-wait')).code).toBe(0)
  const { rows } = await database.pool.query('select max(version_id) as last from list_versions')
  const waiting = importOne()
  await follower(String(rows[0].last))
  expect(await waiting).toMatchObject({
    code: 0,
    out: expect.stringContaining('The one running process uses it.'),
  })
  expect(await json('import', 'national_watchlist', 'waited.csv')).toMatchObject({
    processes: { using: ['host-a pid 41'], behind: [] },
  })
  expect((await importOne('--wait-seconds', 'soon')).err).toContain('a number of seconds')
  await database.pool.query('truncate list_followers')
})

test('--dated says the day of a file that says none; a day that cannot be is refused', async () => {
  writeFileSync(join(folder, 'dated.csv'), people(20))
  writeFileSync(join(folder, 'older.csv'), people(21))
  const version = { list: 'national_watchlist', sourceDate: '2025-11-20' }
  expect(await json('import', 'national_watchlist', 'dated.csv', '--dated', '2025-11-20')).toMatchObject({
    version,
  })
  const older = await nani('import', 'national_watchlist', 'older.csv', '--dated', '2025-11-19')
  expect(older).toMatchObject({ code: 1, out: '' })
  expect(older.err).toContain(
    'the source is dated 2025-11-19, older than the imported version of 2025-11-20.',
  )
  for (const wrong of ['2025-02-31', '20/11/2025', '2999-01-01'])
    expect((await nani('import', 'national_watchlist', 'older.csv', '--dated', wrong)).err).toContain(
      `error value_invalid: The date of a list cannot be ${wrong}.`,
    )
})

test('lists that cannot be imported are reported together with imported ones', async () => {
  const list = await nani('import', 'moon', 'national.csv')
  expect(list).toMatchObject({ code: 1 })
  expect(list.err).toContain('Use one of un, us_sdn')
  expect((await nani('import', 'un', 'nowhere.xml')).err).toContain('There is no file')
  expect((await nani('import', 'un', 'nowhere.xml', '--format', 'uk_xml')).err).toContain('Use un_xml')
})

test('a list without an address is not refreshed', async () => {
  for (const list of ['national', 'eu']) {
    const { code, err } = await nani('refresh', list)
    expect({ code, explained: err.includes('has no address') }).toEqual({ code: 1, explained: true })
  }
})

test('after a refused refresh nothing is said of processes', async () => {
  const { code, out } = await withAddresses('un=https://127.0.0.1:1/un.xml', 'refresh', 'un')
  expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/^ {2}un +refused/) })
  expect(out).not.toMatch(/process/i)
})

test('the threshold is shown and set', async () => {
  expect(await json('threshold')).toEqual({ threshold: 0.8 })
  expect(await json('threshold', '0.85')).toEqual({ threshold: 0.85 })
  const { out } = await nani('threshold')
  expect(out).toContain('A match score of 0.85')
  expect(out).toMatch(/0\.80 +94\.5 % of .* names are found +0\.6 % of unlisted people have a hit/)
  expect((await nani('threshold', '0.2')).err).toContain('between 0.5 and 1')
  expect((await nani('threshold', 'high')).code).not.toBe(0)
})
