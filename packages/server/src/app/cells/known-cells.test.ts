import { randomBytes } from 'node:crypto'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, inTransaction } from '@nani/foundation/storage/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { readKnownCells } from './cell-logs.ts'
import { cellsUse, readCells, writeCell } from './cell-rows.ts'

/* The name of the log of a cell has the time of its addition. Anyone who changes it could hide an emptied log from its witnesses. */

let home: TestDatabase
const rootKey = randomBytes(32)
const vaultFor = (use: string) => createVault(rootKey, use, systemRandom())
const vault = vaultFor(cellsUse)
const urls = { app: 'a', owner: 'o', home: 'h' }
const act = (name: string, after: string, seconds: number) =>
  home.pool.query(
    `insert into acts (at, actor_kind, actor, action, subject, after)
     values ($1, 'operator', 'amina', $2, 'cell north', $3)`,
    [new Date(noon + seconds * 1_000), name, after],
  )
const known = () => readKnownCells({ pool: home.pool, vaultFor })
const later = () => home.pool.query(`update cells set added_at = added_at + interval '1 minute'`)
const addedAt = async () => (await readCells(home.pool, vault)).map(({ addedAtMs }) => addedAtMs)

beforeEach(async () => {
  home = await createTestDatabase()
  await act('cells.add', '{}', 0)
  await inTransaction(home.pool, (client) =>
    writeCell(client, vault, { name: 'north', urls, addedAtMs: noon }),
  )
})
afterEach(() => home.drop())

test('the time of the addition is sealed', async () => {
  expect(await known()).toEqual({ missing: [], renamed: [], removed: [] })
  await later()
  expect(await addedAt()).toEqual([noon])
  expect((await known()).renamed).toEqual([])
})

test('a row of an earlier release, which has the time open, is compared with the act', async () => {
  await home.pool.query('update cells set sealed_urls = $1', [
    vault.seal(Buffer.from(JSON.stringify(urls)), 'north'),
  ])
  expect(await addedAt()).toEqual([noon])
  // With other URLs it is still the same cell.
  await act('cells.add', '{}', 300)
  expect((await known()).renamed).toEqual([])
  await later()
  expect((await known()).renamed).toEqual(['north'])
})

test('a cell that was removed and added again has the time of the second act', async () => {
  await act('cells.remove', '{"step": "end"}', 600)
  await act('cells.add', '{}', 900)
  expect((await known()).renamed).toEqual(['north'])
  await home.pool.query('delete from cells')
  await inTransaction(home.pool, (client) =>
    writeCell(client, vault, { name: 'north', urls, addedAtMs: noon + 900_000 }),
  )
  expect(await known()).toEqual({ missing: [], renamed: [], removed: [] })
})
