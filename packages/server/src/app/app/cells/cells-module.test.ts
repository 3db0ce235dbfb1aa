import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { testPlatform } from '../../../testing/platform.ts'
import { cellModules, type SharedWithCells } from './cell-modules.ts'
import { cellsModule } from './cells-module.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

test('a process that started before the first cell knows that a key is in a cell, and finds the others in home', async () => {
  // Only a cell that is served needs what is shared.
  const needs = { ...testPlatform(database), ...({} as SharedWithCells) }
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
  const needs = { ...testPlatform(database), ...({} as SharedWithCells) }
  const { provides, start, stop } = await cellsModule.open(needs, { servedCells: [], cellConnections: null })
  const { pool } = database
  // After the start, as operators do.
  for (const name of ['north', 'south'])
    await pool.query(`insert into cells (name, sealed_urls, added_at) values ($1, '', now())`, [name])
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
