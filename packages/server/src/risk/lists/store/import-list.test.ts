import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import type { IndexEntry } from '../list-reader.ts'
import { importText, unText } from '../testing/import-text.ts'
import { createListReader } from './reader.ts'
import { currentVersions } from './versions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query(
    'truncate list_versions, list_entries, list_ftm_entities restart identity cascade',
  )
})

const un = (people: Record<string, string>, day?: string, more = {}) =>
  importText(database.pool, 'un', unText(people, day), more)
const reader = () => createListReader(database.pool)
const entriesAt = async (change: number): Promise<IndexEntry[]> => {
  const all: IndexEntry[] = []
  for await (const group of reader().readEntries(change)) all.push(...group)
  return all
}
const current = async () => entriesAt(await reader().latestChange())
const idsByName = (entries: IndexEntry[]) =>
  Object.fromEntries(entries.map(({ names, entryId }) => [names[0]?.name, entryId]))

const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`R.${index}`, `Person ${index}`]))

describe('an import', () => {
  test('reports added, changed and removed entries; an unchanged entry keeps its id', async () => {
    expect((await un(twenty)).version).toMatchObject({ entries: 20, added: 20, changed: 0, removed: 0 })
    const before = idsByName(await current())
    const { 'R.0': _gone, ...rest } = twenty
    const { version } = await un({ ...rest, 'R.1': 'Person 1|freed', 'R.99': 'New' }, '2025-02-01')
    expect(version).toMatchObject({ entries: 20, added: 1, changed: 1, removed: 1, sourceDate: '2025-02-01' })
    const after = idsByName(await current())
    expect(after['Person 2']).toBe(before['Person 2'])
    expect(after['Person 1']).not.toBe(before['Person 1'])
    expect(after['Person 0']).toBeUndefined()
    expect(after.New).toBeDefined()
  })

  test('of the same file changes no entry and confirms the version', async () => {
    const first = await un(twenty)
    const second = await un(twenty)
    expect(second).toMatchObject({ outcome: 'unchanged', version: { versionId: first.version.versionId } })
    expect(await currentVersions(database.pool)).toHaveLength(1)
  })

  test('of a new date with the same entries is a version without changes', async () => {
    await un(twenty)
    expect(await un(twenty, '2025-01-02')).toMatchObject({
      outcome: 'imported',
      version: { entries: 20, added: 0, changed: 0, removed: 0 },
    })
  })

  test('reads a repeated reference as two entries, in the same way every time', async () => {
    const one = '<INDIVIDUAL><FIRST_NAME>A</FIRST_NAME><REFERENCE_NUMBER>X</REFERENCE_NUMBER></INDIVIDUAL>'
    const two = one.replace('>A<', '>B<')
    const file = (records: string, day: string) =>
      `<CONSOLIDATED_LIST dateGenerated="${day}"><INDIVIDUALS>${records}</INDIVIDUALS></CONSOLIDATED_LIST>`
    await importText(database.pool, 'un', file(one + two, '2025-01-01'))
    const { version } = await importText(database.pool, 'un', file(two + one, '2025-01-02'))
    expect(version).toMatchObject({ entries: 2, added: 0, changed: 0, removed: 0 })
  })

  test('that runs twice at the same time is done once', async () => {
    const reports = await Promise.all([un(twenty), un(twenty), un(twenty)])
    expect(reports.map(({ outcome }) => outcome).toSorted()).toEqual(['imported', 'unchanged', 'unchanged'])
    expect(await current()).toHaveLength(20)
  })
})

describe('a version is refused, and the one in use does not change, when', () => {
  const refused = async (attempt: () => Promise<unknown>, reason: string) => {
    await un(twenty)
    const before = await current()
    await expect(attempt()).rejects.toMatchObject({ code: `list_${reason}` })
    expect(await current()).toEqual(before)
    expect(await currentVersions(database.pool)).toHaveLength(1)
  }
  const without = (count: number) => Object.fromEntries(Object.entries(twenty).slice(count))

  test('it is incomplete', () =>
    refused(() => importText(database.pool, 'un', unText(twenty, '2025-02-01').slice(0, -30)), 'unreadable'))
  test('it is older', () => refused(() => un(twenty, '2024-12-31'), 'older'))
  test('it is older than any version that was in use, even if an undated one came between', async () => {
    const dated = (sourceDate: string | null, name: string) =>
      importText(database.pool, 'national', own('A', name), { sourceDate, acceptDrop: true })
    await dated('2025-02-01', 'B')
    await dated(null, 'C')
    await expect(dated('2025-01-31', 'D')).rejects.toMatchObject({
      code: 'list_older',
      message: expect.stringMatching(/dated 2025-01-31, older than .* 2025-02-01/),
    })
    // The same list for another audience is a different list.
    await importText(database.pool, 'national', own('A'), { sourceDate: '2025-01-31', audience: 'sandbox' })
    expect((await dated('2025-02-01', 'D')).version.sourceDate).toBe('2025-02-01')
  })

  test('a future date does not block later versions', async () => {
    await un(twenty, '2062-01-01')
    expect((await un(twenty, '2026-01-19')).outcome).toBe('imported')
    // The next day is today in another time zone.
    await un(twenty, '2026-01-21')
    await expect(un(twenty, '2026-01-20')).rejects.toMatchObject({ code: 'list_older' })
  })

  test('it is empty', () => refused(() => un({}, '2025-02-01'), 'empty'))
  test('it is another list', () =>
    refused(() => importText(database.pool, 'un', '<Designations/>'), 'unknown_format'))
  test('more than a tenth would be removed', () => refused(() => un(without(3), '2025-02-01'), 'dropped'))
  test('more than a tenth would be replaced', () =>
    refused(
      () => un({ ...without(3), 'N.1': 'A', 'N.2': 'B', 'N.3': 'C', 'N.4': 'D' }, '2025-02-01'),
      'dropped',
    ))

  // PostgreSQL stores no NUL in a text, and no half of a surrogate pair in JSON.
  test.each([
    ['a NUL in a reference', 'national', 'reference,kind,name\nN\u0000-1,individual,Secret Name\n'],
    ['an escaped NUL in an id', 'watchlist', ftmLine('N\\u0000-1')],
    ['half a surrogate pair in an id', 'watchlist', ftmLine('N\\ud800')],
    ['two references that become one', 'national', own('X', 'X', 'X#2')],
  ] as const)('it contains %s: reported without its content', async (_what, list, text) => {
    const refusal = await importText(database.pool, list, text).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'list_unreadable' })
    expect((refusal as Error).message).toMatch(/^The file contains .+\(PostgreSQL \w{5}\)\.$/)
    expect((refusal as Error).message).not.toMatch(/Secret|N-1|X#2/)
    expect(await currentVersions(database.pool)).toEqual([])
  })
  test('its date does not exist', async () => {
    await expect(un(twenty, '', { sourceDate: '2026-13-45' })).rejects.toMatchObject({
      code: 'list_unreadable',
      message: expect.stringContaining('The file contains a date that does not exist (PostgreSQL 22008).'),
    })
  })
  test('a reference exceeds the maximum length of an index key', async () => {
    const long = Array.from({ length: 3_900 }, (_, at) => String.fromCodePoint(0x4e00 + at * 5)).join('')
    await expect(importText(database.pool, 'national', own(long))).rejects.toMatchObject({
      code: 'list_too_large',
    })
  })

  test('a tenth may be removed, and more if the operator accepts it', async () => {
    await un(twenty)
    expect((await un(without(2), '2025-02-01')).version.removed).toBe(2)
    expect((await un(without(9), '2025-02-02', { acceptDrop: true })).version.removed).toBe(7)
  })

  test('the first one is empty, too', async () => {
    await expect(un({})).rejects.toMatchObject({ code: 'list_empty' })
    expect(await currentVersions(database.pool)).toEqual([])
  })
})

describe('a reader', () => {
  test('gets the same from the changes since a point as from reading everything again', async () => {
    await un(twenty)
    const from = await reader().latestChange()
    const held = new Map((await entriesAt(from)).map((entry) => [entry.entryId, entry]))
    const { 'R.0': _gone, ...rest } = twenty
    await un({ ...rest, 'R.1': 'Person 1|freed' }, '2025-02-01')
    const between = await current()
    await importText(database.pool, 'uk', ukText)
    await un({ ...rest, 'R.1': 'Person 1|caught' }, '2025-03-01')
    const { added, removed, change } = await reader().changesSince(from)
    const gone = removed.map(({ entryId }) => entryId)
    // Includes entries that only existed in between, because a reader can have them.
    expect(between.filter(({ entryId }) => gone.includes(entryId))).toHaveLength(1)
    expect(gone.filter((entryId) => held.delete(entryId))).toHaveLength(2)
    for (const entry of added) held.set(entry.entryId, entry)
    expect([...held.values()].toSorted((a, b) => a.entryId - b.entryId)).toEqual(await current())
    expect(change).toBe(await reader().latestChange())
    expect(await entriesAt(from)).toHaveLength(20)
  })

  test('gets changes in pages of a bounded size, all additions before any removal', async () => {
    await un(twenty)
    const from = await reader().latestChange()
    const freed = Object.entries(twenty).map(([reference, name]) => [reference, `${name}|freed`])
    await un(Object.fromEntries(freed), '2025-02-01', { acceptDrop: true })
    const { 'R.0': _gone, ...rest } = twenty
    await un({ ...rest, 'N.1': 'New' }, '2025-03-01', { acceptDrop: true })
    const whole = await reader().changesSince(from)
    const added: number[] = []
    const removed: number[] = []
    for await (const page of createListReader(database.pool, 6).readChanges(from, whole.change)) {
      expect(Math.max(page.added.length, page.removed.length)).toBeLessThanOrEqual(6)
      if (page.added.length > 0) expect(removed).toEqual([])
      added.push(...page.added.map(({ entryId }) => entryId))
      removed.push(...page.removed.map(({ entryId }) => entryId))
    }
    expect([added.length, removed.length]).toEqual([20, 40])
    expect(added).toEqual(whole.added.map(({ entryId }) => entryId))
    expect(removed).toEqual(whole.removed.map(({ entryId }) => entryId))
    for await (const page of reader().readChanges(whole.change, whole.change)) expect(page).toBeNull()
  })

  test('finds complete entries in the requested order, including removed ones', async () => {
    await un(twenty)
    const [one, two] = await current()
    await un({ ...twenty, 'R.0': 'Person 0|freed' }, '2025-02-01')
    const ids = [two, one].map((entry) => entry?.entryId as number)
    const found = await reader().findEntries([...ids, 999_999])
    expect(found.map(({ entryId }) => entryId)).toEqual(ids)
    const left = found.find(({ entry }) => entry.reference === 'R.0')
    expect(left).toMatchObject({
      current: false,
      list: 'un',
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(found.find(({ entry }) => entry.reference !== 'R.0')).toMatchObject({
      current: true,
      version: { label: expect.stringMatching(/^2025-02-01\/[0-9a-f]{8}$/) },
      entry: { names: [{ kind: 'primary' }], sanction: { programs: [] }, media: [] },
    })
  })

  test('of production never sees the lists that the sandbox includes', async () => {
    await importText(database.pool, 'uk', ukText, { audience: 'sandbox' })
    await un(twenty)
    const lists = async (environment: 'sandbox' | 'production') =>
      (await reader().currentVersions(environment))
        .map(({ list, audience }) => `${list} ${audience}`)
        .toSorted()
    expect(await lists('production')).toEqual(['un everyone'])
    expect(await lists('sandbox')).toEqual(['uk sandbox', 'un everyone'])
  })

  test('finds countries by their code, and never by a name search', async () => {
    const fatf = '{"published_on":"2026-01-01","call_for_action":["KP"],"increased_monitoring":["CD"]}'
    await importText(database.pool, 'fatf', fatf)
    expect(await current()).toEqual([])
    const levels = async (environment: 'sandbox' | 'production') =>
      (
        await reader().findJurisdictions(['COD', 'FRA', 'PRK'], environment, await reader().latestChange())
      ).map(({ entry }) => entry.jurisdiction)
    expect(await levels('production')).toEqual([
      { country: 'COD', level: 'monitored', measure: null },
      { country: 'PRK', level: 'high_risk', measure: null },
    ])
    expect(await reader().findJurisdictions([], 'production', 1)).toEqual([])
  })
})

const ukText = `<Designations><DateGenerated>01/01/2026</DateGenerated><Designation><UniqueID>GB1</UniqueID>
  <Names><Name><Name6>Somebody</Name6><NameType>Primary Name</NameType></Name></Names></Designation></Designations>`

const own = (...references: string[]) =>
  `reference,kind,name\n${references.map((reference) => `${reference},individual,Secret ${reference.length}\n`).join('')}`
const ftmLine = (id: string) =>
  `{"id":"${id}","schema":"Person","properties":{"name":["Secret Name"],"topics":["crime"]},"target":true}`
