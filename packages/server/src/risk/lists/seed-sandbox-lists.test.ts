import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import type { FoundEntry } from './list-reader.ts'
import { defaultThreshold, readScreeningSettings, setThreshold } from './screening-settings.ts'
import { sandboxFiles, seedSandboxLists } from './seed-sandbox-lists.ts'
import { createListReader } from './store/reader.ts'
import { currentVersions } from './store/versions.ts'
import { clock } from './testing/import-text.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the sandbox has a list of every category, with the people of spec/sandbox#test-identities; production has none', async () => {
  const dependencies = { pool: database.pool, clock }
  expect(await seedSandboxLists(dependencies)).toEqual({ refused: [] })
  expect(await seedSandboxLists(dependencies)).toEqual({ refused: [] })
  expect(await currentVersions(database.pool)).toHaveLength(sandboxFiles.length)
  const reader = createListReader(database.pool)
  const categories = (await reader.currentVersions('sandbox')).map(({ category }) => category)
  expect([...new Set(categories)].toSorted()).toEqual([
    'adverse_media',
    'high_risk_jurisdictions',
    'pep',
    'sanctions',
    'watchlists',
  ])
  expect(await reader.currentVersions('production')).toEqual([])

  const found: FoundEntry[] = []
  for await (const group of reader.readEntries(await reader.latestChange()))
    found.push(...(await reader.findEntries(group.map(({ entryId }) => entryId))))
  const named = (name: string) => found.find(({ entry }) => entry.names[0]?.name === name)
  expect(named('BARAKA MUTABAZI JANVIER')).toMatchObject({
    list: 'un',
    entry: {
      birthDates: [{ from: '1974-02-02', to: '1974-02-02' }],
      genders: ['male'],
      nationalities: ['COD'],
    },
  })
  expect(named('Lokwa Bongongo Sylvestre')).toMatchObject({
    list: 'national_pep',
    entry: {
      birthDates: [{ from: '1961-10-18' }],
      pep: { positions: [{ title: 'Député national', jurisdiction: 'COD', startDate: '2019-01-28' }] },
    },
  })
})

test('every included file is imported', () => {
  expect(readdirSync(join(import.meta.dirname, 'sandbox')).toSorted()).toEqual([...sandboxFiles].toSorted())
})

const manager = { kind: 'operator', name: 'amina', roles: ['list_manager'] } as const

test('the threshold is 0.80 until it is set, and must be in its range', async () => {
  await database.pool.query('delete from screening_settings')
  expect(await readScreeningSettings(database.pool)).toEqual({ threshold: defaultThreshold })
  await setThreshold(manager, { threshold: 0.85 }, { pool: database.pool, clock })
  await setThreshold(manager, { threshold: 0.9 }, { pool: database.pool, clock })
  expect(await readScreeningSettings(database.pool)).toEqual({ threshold: 0.9 })
  for (const threshold of [0.49, 1.01])
    await expect(setThreshold(manager, { threshold }, { pool: database.pool, clock })).rejects.toThrow(
      'between 0.5 and 1',
    )
})
