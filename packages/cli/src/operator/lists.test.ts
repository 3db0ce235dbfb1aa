import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { run } from '../run.ts'

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

const nani = async (...args: string[]) => {
  let out = ''
  let err = ''
  const code = await run(['lists', ...args], {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    color: false,
    interactive: false,
    onInterrupt: () => () => {},
    env: { DATABASE_URL: database.url, NANI_LIST_ADDRESSES: 'eu=' },
    cwd: folder,
  })
  return { code, out, err }
}
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
  expect(refused.err).toContain('15 of 20 entries (75 %) would be gone')
  expect(refused.err).toContain('the version of national in use stays')
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
    'These run with a part of their lists: sanctions (without un, us_sdn, us_non_sdn, eu, uk)',
  )
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
  expect(older.err).toContain('It is of 2025-11-19, and a version that was in use of 2025-11-20.')
  for (const wrong of ['2025-02-31', '20/11/2025', '2999-01-01'])
    expect((await nani('import', 'national_watchlist', 'older.csv', '--dated', wrong)).err).toContain(
      `A list cannot be of ${wrong}.`,
    )
})

test('what cannot be imported is told with what could', async () => {
  const list = await nani('import', 'moon', 'national.csv')
  expect(list).toMatchObject({ code: 1 })
  expect(list.err).toContain('It is one of un, us_sdn')
  expect((await nani('import', 'un', 'nowhere.xml')).err).toContain('There is no file')
  expect((await nani('import', 'un', 'nowhere.xml', '--format', 'uk_xml')).err).toContain(
    'It comes as un_xml',
  )
})

test('a list without an address is not refreshed', async () => {
  for (const list of ['national', 'eu']) {
    const { code, err } = await nani('refresh', list)
    expect({ code, told: err.includes('has no address') }).toEqual({ code: 1, told: true })
  }
})

test('the threshold is shown and set', async () => {
  expect(await json('threshold')).toEqual({ threshold: 0.8 })
  expect(await json('threshold', '0.85')).toEqual({ threshold: 0.85 })
  const { out } = await nani('threshold')
  expect(out).toContain('A match score of 0.85')
  expect(out).toMatch(/0\.80 +94\.5 % of .* names found +0\.6 % of people on no list hit/)
  expect((await nani('threshold', '0.2')).err).toContain('between 0.5 and 1')
  expect((await nani('threshold', 'high')).code).not.toBe(0)
})
