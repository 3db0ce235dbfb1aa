import { writeFile } from 'node:fs/promises'
import { listOf } from '@nani/engines/list-formats/index.ts'
import { hourMs } from '@nani/foundation/core/index.ts'
import { type Download, type downloadGuarded, OutboundFailed } from '@nani/foundation/outbound/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { freshnessOf } from './freshness.ts'
import { type RefreshReport, refreshableLists, refreshDueLists, refreshList } from './refresh-lists.ts'
import { currentVersions } from './store/versions.ts'
import { unText } from './testing/import-text.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('truncate list_versions, list_entries restart identity cascade')
})

const address = 'https://un.example/list.xml'

/** A double of the publisher of a list, and the ETags that it received. */
const published = (answer: (etag: string | null) => string | Error | null, etag = '"v1"') => {
  const asked: (string | null)[] = []
  const download: typeof downloadGuarded = async (_address, _policy, options): Promise<Download> => {
    asked.push(options.etag)
    const text = answer(options.etag)
    if (text instanceof Error) throw text
    if (text === null) return { outcome: 'unchanged' }
    await writeFile(options.path, text)
    return { outcome: 'downloaded', bytes: text.length, etag, lastModified: null }
  }
  return { asked, download }
}

const dependencies = (download: typeof downloadGuarded, nowMs = 0) => ({
  actor: { kind: 'system', task: 'test' } as const,
  pool: database.pool,
  clock: { now: () => Date.parse('2026-01-20T00:00:00Z') + nowMs },
  lookup: async () => [],
  addresses: { un: [address] },
  download,
})

test('a list is fetched, then requested with its ETag, and confirmed if it did not change', async () => {
  const { asked, download } = published((etag) => (etag === null ? unText({ 'R.1': 'A' }) : null))
  const first = await refreshList(listOf('un'), dependencies(download))
  const second = await refreshList(listOf('un'), dependencies(download, hourMs))
  expect([first.outcome, second.outcome, asked]).toEqual(['imported', 'unchanged', [null, '"v1"']])
  const [version] = await currentVersions(database.pool)
  expect(version).toMatchObject({ source: address, etag: '"v1"' })
  expect((version?.confirmedAt.getTime() ?? 0) - (version?.fetchedAt.getTime() ?? 0)).toBe(hourMs)
})

test('an ETag of another address is not used', async () => {
  const { asked, download } = published(() => unText({ 'R.1': 'A' }))
  await refreshList(listOf('un'), dependencies(download))
  await refreshList(listOf('un'), {
    ...dependencies(download),
    addresses: { un: ['https://mirror.example/'] },
  })
  expect(asked).toEqual([null, null])
})

test.each([
  ['does not answer', new OutboundFailed('timeout', 'The server did not respond in time.'), 'timeout'],
  ['answers with a page', '<html>Sorry</html>', 'unknown_format'],
  ['breaks off', unText({ 'R.1': 'A' }, '2026-01-19').slice(0, -9), 'unreadable'],
])(
  'a publisher that %s is reported, and the version in use does not change',
  async (_what, answer, reason) => {
    await refreshList(listOf('un'), dependencies(published(() => unText({ 'R.1': 'A' })).download))
    const report = await refreshList(listOf('un'), dependencies(published(() => answer).download))
    expect(report).toMatchObject({ list: 'un', outcome: 'refused', reason })
    expect(await currentVersions(database.pool)).toMatchObject([{ list: 'un', entries: 1 }])
  },
)

test('a list whose address the operator removed is not fetched', () => {
  const ids = (addresses = {}) => refreshableLists(addresses).map(({ id }) => id)
  expect(ids()).toContain('pep')
  expect(ids({ pep: [] })).not.toContain('pep')
  expect(ids()).not.toContain('national')
  expect(ids({ national: ['https://x.example/'] })).toContain('national')
})

test('one of several processes fetches, and only the due lists', async () => {
  const { asked, download } = published(() => unText({ 'R.1': 'A' }))
  const none = { us_sdn: [], us_non_sdn: [], eu: [], uk: [], pep: [], watchlist: [] }
  const reports: RefreshReport[] = []
  const run = (nowMs: number) =>
    refreshDueLists({
      ...dependencies(download, nowMs),
      addresses: { un: [address], ...none },
      everyHours: 6,
      onReport: (report) => reports.push(report),
    })
  await Promise.all([run(0), run(0), run(0)])
  await run(5 * hourMs)
  expect(asked).toHaveLength(1)
  await run(6 * hourMs)
  expect(reports.map(({ outcome }) => outcome)).toEqual(['imported', 'unchanged'])
})

test('a failing list never prevents the refresh of another, now or in the next run', async () => {
  const person = (id: string) => `{"id":"${id}","schema":"Person","properties":{"name":["A"]},"target":true}`
  const texts: Record<string, string | Error> = {
    'https://x.example/un': new TypeError('Secret Name is no function'),
    'https://x.example/pep': person('Secret\\u0000'),
    'https://x.example/watchlist': person('Q1'),
  }
  const download: typeof downloadGuarded = (place, ...more) =>
    published(() => texts[place] ?? null).download(place, ...more)
  const reports: RefreshReport[] = []
  const run = (nowMs: number) =>
    refreshDueLists({
      ...dependencies(download, nowMs),
      addresses: {
        ...{ us_sdn: [], us_non_sdn: [], eu: [], uk: [] },
        ...{ un: ['https://x.example/un'], pep: ['https://x.example/pep'] },
        watchlist: ['https://x.example/watchlist'],
      },
      everyHours: 6,
      onReport: (report) => reports.push(report),
    })
  const outcomes = () =>
    reports.splice(0).map((one) => [one.list, one.outcome === 'refused' ? one.reason : one.outcome])
  const failed = [
    ['un', 'failed'],
    ['pep', 'unreadable'],
  ]
  await run(0)
  expect(JSON.stringify(reports)).toContain('TypeError')
  expect(JSON.stringify(reports)).not.toContain('Secret')
  expect(outcomes()).toEqual([...failed, ['watchlist', 'imported']])
  await run(6 * hourMs)
  expect(outcomes()).toEqual([...failed, ['watchlist', 'unchanged']])
})

test('a list is stale if it was not confirmed within its maximum age; a list never loaded is not stale', async () => {
  await refreshList(listOf('un'), dependencies(published(() => unText({ 'R.1': 'A' })).download))
  const versions = await currentVersions(database.pool)
  const at = (ms: number) => freshnessOf(versions, Date.parse('2026-01-20T00:00:00Z') + ms)
  const stale = (ms: number) =>
    at(ms)
      .filter((one) => one.stale)
      .map(({ list }) => list.id)
  expect(stale(72 * hourMs)).toEqual([])
  expect(stale(72 * hourMs + 1)).toEqual(['un'])
  expect(at(0).find(({ list }) => list.id === 'eu')).toMatchObject({
    version: null,
    ageMs: null,
    stale: false,
  })
})
