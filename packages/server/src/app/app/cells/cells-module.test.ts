import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { testPlatform } from '../../../testing/platform.ts'
import type { SharedWithCells } from './cell-modules.ts'
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
  } finally {
    await stop?.()
  }
})
