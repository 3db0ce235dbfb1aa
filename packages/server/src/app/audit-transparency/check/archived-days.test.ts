import { rm } from 'node:fs/promises'
import { runArchive } from '@nani/foundation/archive/index.ts'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { dayMs } from '@nani/foundation/storage/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noon } from '../../../../../../testing/noon.ts'
import { whyEntriesWait } from '../next-step.ts'
import { findEntries, loggedAmong, proveEntry, verifyEntryProof } from '../prove-entry.ts'
import { type LogWorld, openLogWorld } from '../testing/log-world.ts'

let world: LogWorld
let ids: string[] = []
beforeEach(async () => {
  world = await openLogWorld()
  ids = await world.write(300)
  await world.write(3, 'sandbox')
  await world.sequence()
})
afterEach(async () => {
  await world.database.drop()
  await rm(world.archive.folder, { recursive: true, force: true })
})

const change = (sql: string, values: unknown[] = []) => world.database.pool.query(sql, values)
const archive = async () => {
  world.advance(40 * dayMs)
  await runArchive({
    ...{ ownerPool: world.database.pool, folder: world.archive.folder, rootKey: Buffer.alloc(32) },
    random: systemRandom(),
    now: () => noon + 40 * dayMs,
    whyChargesWait: async () => null,
    whyEntriesWait: async () => null,
  })
  const { rows } = await change('select count(*)::integer as left from audit_leaves')
  expect(rows).toEqual([{ left: 0 }])
}

test('a day waits while a sweep covers it, and while an entry has no leaf', async () => {
  const day = '2026-03-15'
  const source = { day, rows: 'audit_entries_20260315', leaves: 'audit_leaves_20260315' }
  const client = await world.database.pool.connect()
  expect(await whyEntriesWait(client, source)).toBeNull()
  await change(`update audit_sequencing set sweep_day = '2026-03-15'`)
  expect(await whyEntriesWait(client, source)).toContain('still reads')
  await change(`update audit_sequencing set sweep_day = '2026-03-16'`)
  expect(await whyEntriesWait(client, source)).toBeNull()
  await change('delete from audit_leaves where entry_id = $1', [ids[7]])
  expect(await whyEntriesWait(client, source)).toContain('is not in the transparency log')
  await change('update audit_sequencing set read_until = null')
  expect(await whyEntriesWait(client, source)).toContain('has no entry yet')
  client.release()
})

test('an archived log has no finding, and every entry was compared', async () => {
  await archive()
  expect(await world.check()).toMatchObject({ entries: 303, findings: 0, waiting: 0, found: [] })
})

test.each([
  ['changed', `update audit_entries set http_status = 200 where entry_id = $1`],
  ['removed', 'delete from audit_entries where entry_id = $1'],
  ['added', 'delete from audit_leaves where entry_id = $1'],
  ['added', 'update audit_leaves set leaf_index = 1000000000000000 where entry_id = $1'],
])('what was %s before the archive is found in the archive', async (kind, statement) => {
  await change(statement, [ids[7]])
  await archive()
  const { found } = await world.check()
  expect(found).toContainEqual(
    expect.objectContaining({ kind, environment: 'production', entry_id: ids[7], day: '2026-03-15' }),
  )
})

test('an archived entry is proved by the key of the log alone, with its salt of the archive', async () => {
  await archive()
  const { pool } = world.database
  const id = ids[7] as string
  const [key] = await findEntries(pool, world.archive, { entryId: id, madeAtMs: noon })
  const proof = key && (await proveEntry(pool, world.archive, key))
  if (!key || proof?.state !== 'proved') throw new Error('the entry is not proved')
  const verified = verifyEntryProof(proof.text, { key: world.signers.production, witnesses: [] })
  expect(verified).toMatchObject({ entry: { entry_id: id }, size: 300 })
  expect(await loggedAmong(pool, world.archive, [key, { ...key, entryId: 'req_unknown' }])).toEqual(
    new Set([id]),
  )
})
