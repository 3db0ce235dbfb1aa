import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { createAllDatabases, othersOf } from '../../../gateway/acts/index.ts'
import { testPlatform } from '../../../testing/platform.ts'
import { cellsUse } from '../../cells/index.ts'
import { cellModules, type SharedWithCells } from './cell-modules.ts'
import { cellsModule } from './cells-module.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

// Only a cell that is served needs what is shared.
const openNeeds = () => {
  const platform = testPlatform(database)
  const allDatabases = createAllDatabases(platform.clock)
  return { ...platform, ...({} as SharedWithCells), allDatabases }
}
/** After the start, as operators do. */
const addCell = ({ pool, vaultFor }: ReturnType<typeof openNeeds>, name: string, app: string) =>
  pool.query('insert into cells (name, sealed_urls, added_at) values ($1, $2, now())', [
    name,
    vaultFor(cellsUse).seal(Buffer.from(JSON.stringify({ app, owner: app, home: app })), name),
  ])

test('a process that started before the first cell knows that a key is in a cell, and finds the others in home', async () => {
  const needs = openNeeds()
  const settings = { servedCells: null, cellConnections: null }
  const { provides, start, stop } = await cellsModule.open(needs, settings)
  await database.pool.query(
    `insert into placed_keys (api_key, application_id, cell) values ('key_placed', 'app_placed', 'north')`,
  )
  await start?.()
  try {
    expect(['key_placed', 'key_of_home'].map((key) => provides.cellRouter.find(key))).toEqual(['away', null])
    const { findKey, findApplication } = provides.places
    const north = { name: 'north', cell: null }
    expect(['key_placed', 'key_of_home'].map(findKey)).toEqual([north, null])
    expect(['app_placed', 'app_of_home'].map(findApplication)).toEqual([north, null])
  } finally {
    await stop?.()
  }
})

test('disputes and consents in a cell are deleted when their retention has ended', () => {
  expect(Object.keys(cellModules.settings)).toEqual(
    expect.arrayContaining(['disputeRetentionDays', 'consentRetentionDays']),
  )
})

test('an organization that never left home asks home alone, and one that came back is also looked for in its cell', async () => {
  const needs = openNeeds()
  const { provides, start, stop } = await cellsModule.open(needs, { servedCells: [], cellConnections: null })
  const { pool } = database
  for (const name of ['north', 'south']) await addCell(needs, name, 'postgres://nowhere')
  await pool.query(
    `insert into placed_organizations (organization_id, cell, placed_at) values ('org_moved', 'north', now())`,
  )
  await pool.query('delete from placed_organizations')
  await start?.()
  try {
    const { places } = provides
    expect(places.all('org_of_home')).toEqual([])
    expect(places.all('org_moved')).toEqual([{ name: 'north', cell: null }])
    expect(places.all().map(({ name }) => name)).toEqual(['north', 'south'])
  } finally {
    await stop?.()
  }
})

test('a process counts in cells that it does not serve and that were added after its start, and not in one that is held', async () => {
  const north = await createTestDatabase()
  const needs = openNeeds()
  const { pool, clock, allDatabases } = needs
  const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1)
  const unread: string[] = []
  const ask = othersOf(allDatabases, 'home', (line) => void unread.push(line))
  const nameIn = async (one: pg.Pool) => (await one.query('select current_database() as name')).rows[0].name
  const open = () => cellsModule.open(needs, { servedCells: [], cellConnections: null })
  const first = await open()
  let second: Awaited<ReturnType<typeof open>> | null = null
  try {
    expect(await ask(nameIn)).toEqual([])
    await addCell(needs, 'north', north.url)
    await first.start?.()
    expect(await ask(nameIn)).toEqual([nameOf(north)])
    expect(await othersOf(allDatabases, 'north', () => {})(nameIn)).toEqual([nameOf(database)])
    // The database ends a question that takes longer than its caller waits.
    expect(await ask((one) => one.query('select pg_sleep(60)'))).toEqual([])
    expect(unread).toEqual([expect.stringContaining('they do not answer: north')])
    const sleeping = `select from pg_stat_activity where datname = $1 and state = 'active' and query like '%pg_sleep(60)%'
      and pid <> pg_backend_pid()`
    await expect.poll(async () => (await pool.query(sleeping, [nameOf(north)])).rowCount).toBe(0)
    clock.advance(5_000)
    expect(await ask(nameIn)).toEqual([nameOf(north)])
    await pool.query(`update cells set held_until = 'prepared'`)
    second = await open()
    await second.start?.()
    expect(await ask(nameIn)).toEqual([])
    expect(unread.at(-1)).toMatch(/: north$/)
  } finally {
    await first.stop?.()
    await second?.stop?.()
    await north.drop()
  }
})
