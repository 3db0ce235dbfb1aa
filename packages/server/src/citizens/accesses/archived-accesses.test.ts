import { rename, rm } from 'node:fs/promises'
import { runArchive } from '@nani/foundation/archive/index.ts'
import { Refusal, systemRandom } from '@nani/foundation/core/index.ts'
import { dayMs, dayOf } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccessWorld, startAccessWorld } from '../../testing/access-world.ts'
import type { AccessQuery } from './access-filter.ts'
import { exportAsCsv } from './export-accesses.ts'
import { disputeAccess, listAccesses, showAccess } from './index.ts'

let world: AccessWorld
const svcId = 'COD-7777-0000-0001'
const other = 'COD-7777-0000-0002'
const disputing = 'COD-7777-0000-0003'
/** A later read of a day that is archived. */
let archivedRead: Record<string, unknown>
let before: Awaited<ReturnType<typeof list>>

const list = async (of: string, query: AccessQuery = {}) =>
  (await listAccesses(world.citizen(of), query, world.accesses)).entries
const csv = async () =>
  (await exportAsCsv(world.citizen(svcId), { lang: 'en' }, world.accesses)).content.toString()

beforeAll(async () => {
  world = await startAccessWorld()
  const { pool } = world.database
  const at = async (daysAgo: number) => {
    const atMs = world.clock.now() - daysAgo * dayMs
    await pool.query(`select create_partition('audit_entries', $1)`, [dayOf(atMs)])
    return atMs
  }
  await world.read({ svcId })
  // Read again on a day that is archived, and on one that stays in the database.
  const read = await world.read({ svcId, atMs: await at(40), scopes: ['kyc.religion'] })
  const again = await world.read({ svcId: other, makesResult: false, reads: [read], atMs: await at(38) })
  await world.read({ svcId: other, makesResult: false, reads: [read], atMs: await at(20) })
  await world.read({ svcId, atMs: await at(41), application: 'Caisse', purpose: 'fraud_prevention' })
  await world.read({ svcId, atMs: await at(42), application: 'Essai' })
  await world.read({ svcId, atMs: await at(120), service: 'age_verification' })
  await world.read({ svcId: other, atMs: await at(41) })
  await world.read({ svcId: disputing, atMs: await at(50) })
  const row = await pool.query('select to_jsonb(e) as row from audit_entries e where entry_id = $1', [again])
  archivedRead = row.rows[0].row
  before = await list(svcId)
  const csvBefore = await csv()
  await runArchive({
    ...{ ownerPool: pool, folder: world.accesses.archive.folder, rootKey: world.rootKey },
    ...{
      random: systemRandom(),
      now: world.clock.now,
      whyChargesWait: async () => null,
      whyEntriesWait: async () => null,
    },
  })
  const { rows } = await pool.query('select count(*)::integer as left from audit_entries')
  expect(rows).toEqual([{ left: 2 }])
  expect(await csv()).toBe(csvBefore)
})
afterAll(async () => {
  await world.stop()
  await rm(world.accesses.archive.folder, { recursive: true, force: true })
})

test('a citizen sees archived accesses as before, with their later reads', async () => {
  expect(before.map(({ organization, service }) => `${organization} ${service}`)).toEqual([
    ...[
      'Banque kyc_validation',
      'Banque kyc_validation',
      'Boutique kyc_validation',
      'Banque age_verification',
    ],
  ])
  expect(before[1]?.read_again?.times).toBe(2)
  expect(await list(svcId)).toEqual(before)
  expect(await list(other)).toHaveLength(1)
})

test('pages and filters go on in the archive', async () => {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await listAccesses(
      world.citizen(svcId),
      { limit: '1', ...(cursor && { cursor }) },
      world.accesses,
    )
    ids.push(...page.entries.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(ids).toEqual(before.map(({ id }) => id))
  expect(await list(svcId, { organization: 'Boutique' })).toEqual([before[2]])
  expect(await list(svcId, { service: 'age_verification' })).toEqual([before[3]])
  expect(await list(svcId, { purpose: 'fraud_prevention' })).toEqual([before[2]])
  expect(await list(svcId, { to: dayOf(world.clock.now() - 100 * dayMs) })).toEqual([before[3]])
})

test('an archived access is shown and disputed, and by no other citizen', async () => {
  const [entry] = await list(disputing)
  const id = entry?.id ?? ''
  expect(await showAccess(world.citizen(disputing), { id }, world.accesses)).toEqual(entry)
  await expect(showAccess(world.citizen(other), { id }, world.accesses)).rejects.toThrow(Refusal)
  const dispute = await disputeAccess(
    world.citizen(disputing),
    { id, text: 'Ce n’est pas moi.' },
    world.accesses,
  )
  expect(dispute.access).toMatchObject({ id })
  expect((await list(disputing))[0]?.dispute).toEqual({ id: dispute.id, status: 'open' })
})

test('a replica that still has a day of the archive counts its reads once', async () => {
  const { pool } = world.database
  await pool.query(`select create_partition('audit_entries', $1)`, [archivedRead.day])
  await pool.query('insert into audit_entries select * from jsonb_populate_record(null::audit_entries, $1)', [
    archivedRead,
  ])
  expect(await list(svcId)).toEqual(before)
  await pool.query('delete from audit_entries where day = $1', [archivedRead.day])
})

test('a missing file is a refusal, and no shorter log', async () => {
  const { folder } = world.accesses.archive
  await rename(folder, `${folder}.away`)
  const refused = await list(svcId).catch((error) => error)
  await rename(`${folder}.away`, folder)
  expect(refused).toMatchObject({ code: 'archive_unavailable' })
  expect(refused.shownTo('citizen')).toMatchObject({ code: 'busy', status: 503 })
})
