import { randomBytes } from 'node:crypto'
import { Refusal, systemClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createInstallationSecrets, createVault, inTransaction } from '@nani/foundation/storage/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { emptyArchive } from '../../testing/archive.ts'
import { ensureLogKeys, logKeyUseOfCell, logOfCell } from '../audit-transparency/index.ts'
import { writeIdentity } from './cell-identity.ts'
import { onCellLogs } from './cell-logs.ts'
import { cellsUse, writeCell } from './cell-rows.ts'

let home: TestDatabase
let cells: TestDatabase[]
const names = ['north', 'south']
const rootKey = randomBytes(32)
const vaultFor = (use: string) => createVault(rootKey, use, systemRandom())

beforeEach(async () => {
  home = await createTestDatabase()
  cells = [await createTestDatabase(), await createTestDatabase()]
  for (const [index, { url, pool: database }] of cells.entries()) {
    const cell = { name: names[index] ?? '', urls: { app: url, owner: url, home: home.url }, addedAtMs: noon }
    await writeIdentity(database, { name: cell.name, rootKey })
    await inTransaction(home.pool, (client) => writeCell(client, vaultFor(cellsUse), cell))
    const vault = vaultFor(logKeyUseOfCell(logOfCell(cell)))
    const secrets = createInstallationSecrets(home.pool, vault, systemClock)
    await ensureLogKeys({ database, secrets, vault, logOfCell: logOfCell(cell) }, 'log.example')
  }
})
afterEach(() => Promise.all([home, ...cells].map((database) => database.drop())))

/** The cells whose log was used. */
const used: string[] = []
const use = (failing: string, error: Error) =>
  onCellLogs(
    { pool: home.pool, ownerPool: home.pool, rootKey, archive: emptyArchive(home.pool), vaultFor },
    async ({ cell }) => {
      used.push(cell)
      if (cell === failing) throw error
      return cell
    },
  )
beforeEach(() => {
  used.length = 0
})

test('what the use of a log refuses is no failure to read it, and stops no other cell', async () => {
  const refusal = new Refusal('audit_entry_not_logged', 'The entry waits.')
  await expect(use('north', refusal)).rejects.toBe(refusal)
  expect(used).toEqual(names)
})

test('a log that cannot be read is named with the reason', async () => {
  expect(await use('north', new Error('It hangs.'))).toEqual({
    answers: ['south'],
    unread: [{ cell: 'north', reason: expect.any(String) }],
  })
})
