import { rm } from 'node:fs/promises'
import { runArchive } from '@nani/foundation/archive/index.ts'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { dayMs, dayOf, readsOfPrimary } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { type AccessWorld, startAccessWorld } from '../../testing/access-world.ts'
import { emptyArchive } from '../../testing/archive.ts'
import type { AccessDependencies } from './dependencies.ts'
import { listAccesses, showAccess } from './index.ts'

/** Accesses of an application in a cell, which has moved to home. Both databases have archived the days. */
let cell: AccessWorld
let home: TestDatabase
let needs: AccessDependencies
const svcId = 'COD-7777-0000-0001'

beforeAll(async () => {
  cell = await startAccessWorld()
  home = await createDatabaseAtNoon()
  const archive = emptyArchive(home.pool, cell.rootKey)
  const { pool } = cell.database
  const at = (daysAgo: number) => cell.clock.now() - daysAgo * dayMs
  for (const database of [pool, home.pool])
    for (const daysAgo of [38, 40])
      await database.query(`select create_partition('audit_entries', $1)`, [dayOf(at(daysAgo))])
  const id = await cell.read({ svcId, atMs: at(40) })
  // Home wrote the later read.
  const read = await cell.read({ svcId, makesResult: false, reads: [id], atMs: at(38) })
  const { rows } = await pool.query(
    'delete from audit_entries e where entry_id = $1 returning to_jsonb(e) as row',
    [read],
  )
  await home.pool.query(
    'insert into audit_entries select * from jsonb_populate_record(null::audit_entries, $1)',
    [rows[0].row],
  )
  needs = {
    ...cell.accesses,
    ...{ pool: home.pool, reads: readsOfPrimary(home.pool), archive },
    databases: () => [
      { name: 'home', pool: home.pool },
      { name: 'north', pool, archive: cell.accesses.archive },
    ],
  }
  const run = (ownerPool: pg.Pool, folder: string) =>
    runArchive({
      ...{ ownerPool, folder, rootKey: cell.rootKey, random: systemRandom(), now: cell.clock.now },
      ...{ whyChargesWait: async () => null, whyEntriesWait: async () => null },
    })
  await run(pool, cell.accesses.archive.folder)
  await run(home.pool, archive.folder)
})
afterAll(async () => {
  for (const { folder } of [cell.accesses.archive, needs.archive]) await rm(folder, { recursive: true })
  await cell.stop()
  await home.drop()
})

test('a citizen sees an access that a cell has archived, with the later reads that another database has archived', async () => {
  for (const database of [cell.database, home])
    expect((await database.pool.query('select from audit_entries')).rowCount).toBe(0)
  const { entries, unread } = await listAccesses(cell.citizen(svcId), {}, needs)
  expect(entries).toMatchObject([{ organization: 'Banque', read_again: { times: 1 } }])
  expect(unread).toBeUndefined()
  const id = entries[0]?.id ?? ''
  expect(await showAccess(cell.citizen(svcId), { id }, needs)).toEqual(entries[0])
})

test('a database whose archive is not open is an error, and no shorter log', async () => {
  const [ofHome, north] = needs.databases?.() ?? []
  const databases = () => [ofHome, { ...north, archive: undefined }] as never
  await expect(listAccesses(cell.citizen(svcId), {}, { ...needs, databases })).rejects.toThrow(
    'The archive of north is not open.',
  )
})
