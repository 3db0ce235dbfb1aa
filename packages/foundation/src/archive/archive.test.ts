import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Refusal, systemRandom } from '../core/index.ts'
import { dayMs, inTransaction, openRootKey, sealRootKey } from '../storage/index.ts'
import { archiveDay } from './archive-day.ts'
import { dayFiles } from './day-files.ts'
import { archivedTables, bytesText, eraseArchived, openArchive, verifyArchive } from './index.ts'
import { collectKeys, entryOfValue, hashingKeyOf, readKeys } from './key-file.ts'
import { type ArchiveWorld, noon, oldDay, openArchiveWorld } from './testing/archive-world.ts'

let world: ArchiveWorld
beforeEach(async () => {
  world = await openArchiveWorld()
})
afterEach(() => world.stop())

const onlyDay = async () => {
  await world.archive.steadily(async () => {})
  const [day] = await world.archive.daysOf('audit_entries')
  if (!day) throw new Error('no day is archived')
  return day
}
const verify = (nowMs = noon) => verifyArchive(world.database.pool, world.archive, nowMs)

test('a day leaves the database, and every row is found by each of its values, as it was', async () => {
  await world.writeEntries(1_500)
  const before = await world.database.pool.query(
    'select to_jsonb(e) as row from audit_entries e where entry_id = $1',
    ['kyc_000777'],
  )
  const run = await world.run()
  expect(run.waiting).toEqual([])
  expect(run.archived).toMatchObject([{ table: 'audit_entries', day: oldDay, rows: 1_500 }])
  expect([await world.count('audit_entries'), await world.count('audit_leaves')]).toEqual([0, 0])
  const day = await onlyDay()
  const row = before.rows[0].row
  for (const value of ['kyc_000777', 'res_777']) {
    const [found, ...others] = await world.archive.find([day], [value])
    expect([found?.row, others]).toEqual([row, []])
    expect(found?.leaf).toMatchObject({ entry_id: 'kyc_000777', leaf_index: 776, environment: 'production' })
  }
  expect(await world.archive.find([day], [bytesText(Buffer.from([0, 3]))])).toHaveLength(214)
  expect(await world.archive.find([day], ['app_1'])).toHaveLength(500)
  expect(await world.archive.find([day], ['kyc_999999'])).toEqual([])
})

test('an event that was archived is found by its own id and by the id of its object', async () => {
  await world.createDay('events')
  const { rows } = await world.database.pool.query(
    `insert into events (application_id, day, event_id, position, type, created_at, object_kind, object_id)
     values ('app_1', $1::date, 'evt_1', 1, 'job.completed', $1::date + interval '1 hour', 'job', 'job_1'),
       ('app_1', $1::date, 'evt_2', 2, 'job.completed', $1::date + interval '2 hours', 'job', 'job_2')
     returning to_jsonb(events) as row`,
    [oldDay],
  )
  expect((await world.run()).archived).toMatchObject([{ table: 'events', day: oldDay, rows: 2 }])
  expect(await world.count('events')).toBe(0)
  await world.archive.steadily(async () => {})
  const days = await world.archive.daysOf('events')
  for (const value of ['evt_1', 'job_1'])
    expect(await world.archive.find(days, [value])).toEqual([{ row: rows[0].row, leaf: null }])
})

test('only full days that are old enough are archived, and each table has its own age', async () => {
  const dayAgo = (days: number) => new Date(noon - days * dayMs).toISOString().slice(0, 10)
  const wanted: [string, string][] = []
  for (const [table, { afterDays }] of Object.entries(archivedTables)) {
    await world.createDay(table, dayAgo(afterDays))
    await world.createDay(table, dayAgo(afterDays + 1))
    wanted.push([table, dayAgo(afterDays + 1)])
  }
  const { archived } = await world.run()
  expect(archived.map(({ table, day }) => [table, day])).toEqual(wanted)
})

test('a partition that exists again after its archive waits, and its files stay as they are', async () => {
  await world.writeEntries(10)
  await world.run()
  const { rows } = dayFiles(world.folder, { table: 'audit_entries', day: oldDay })
  const before = await readFile(rows)
  await world.createDay('audit_entries')
  const reason = 'The day is archived already, and its partition exists again.'
  expect(await world.run()).toEqual({
    ...{ archived: [], waiting: [{ table: 'audit_entries', day: oldDay, reason }], failed: [] },
  })
  const client = await world.database.pool.connect()
  const source = { table: 'audit_entries', day: oldDay, leaves: null } as const
  const partition = `audit_entries_${oldDay.replaceAll('-', '')}`
  await expect(archiveDay(client, { ...source, rows: partition }, null, world.needs)).rejects.toThrow(
    'is archived already',
  )
  client.release()
  expect(await readFile(rows)).toEqual(before)
  expect(await verify()).toMatchObject({ days: 1, rows: 10, faults: [], unknown_files: [] })
})

test('the folder is created with all its levels', async () => {
  await world.writeEntries(10)
  const folder = join(world.folder, 'a', 'b')
  await world.run({ folder })
  expect(await readdir(folder)).toHaveLength(3)
})

test('charges wait for their invoice, and no later day of charges is archived before them', async () => {
  const dayAgo = (days: number) => new Date(noon - days * dayMs).toISOString().slice(0, 10)
  await world.createDay('call_charges', dayAgo(95))
  await world.createDay('call_charges', dayAgo(94))
  const reason = 'Usage has no invoice yet.'
  const waits = await world.run({
    whyChargesWait: async (_client, day) => (day === dayAgo(95) ? reason : null),
  })
  expect(waits).toMatchObject({ archived: [], waiting: [{ table: 'call_charges', day: dayAgo(95), reason }] })
  expect((await world.run()).archived).toHaveLength(2)
})

test('a day waits if rows of it are on their way when its partition is locked', async () => {
  await world.createDay('events')
  const reason = 'An organization that moves here has rows of the day.'
  const asked: boolean[] = []
  const run = await world.run({
    async whyRowsWait(client) {
      const { rowCount } = await client.query(
        `select from pg_locks where pid = pg_backend_pid() and mode = 'ShareLock' and relation = $1::regclass`,
        [`events_${oldDay.replaceAll('-', '')}`],
      )
      asked.push(rowCount === 1)
      return reason
    },
  })
  expect(run).toMatchObject({ archived: [], waiting: [{ table: 'events', day: oldDay, reason }] })
  expect(asked).toEqual([true])
  expect((await world.run()).archived).toHaveLength(1)
})

test('a day of a cell opens in no other archive, also with its record and files', async () => {
  await world.writeEntries(10)
  await world.run({ log: 'cells/north-a1' })
  const { pool } = world.database
  const messagesAs = async (log?: string) => {
    const archive = openArchive({ pool, rootKey: world.rootKey, folder: world.folder, ...(log && { log }) })
    return (await verifyArchive(pool, archive, noon)).faults.map(({ message }) => message)
  }
  expect(await messagesAs('cells/north-a1')).toEqual([])
  for (const other of [undefined, 'cells/south-b2'])
    expect(await messagesAs(other)).toEqual([
      'Its manifest is of another archive.',
      expect.stringContaining('cannot be read'),
    ])
})

test('a table that fails does not hide what was archived before', async () => {
  await world.createDay('call_charges')
  const whyChargesWait = () => Promise.reject(new Refusal('overloaded', 'The ledger is away.'))
  await expect(world.run({ whyChargesWait })).rejects.toThrow('The ledger is away.')
  await world.writeEntries(10)
  expect(await world.run({ whyChargesWait })).toMatchObject({
    archived: [{ table: 'audit_entries', rows: 10 }],
    failed: [{ table: 'call_charges', message: 'The ledger is away.' }],
  })
})

test('detached charges are reported', async () => {
  await world.createDay('call_charges')
  const name = `call_charges_${oldDay.replaceAll('-', '')}`
  await world.database.pool.query(`alter table call_charges detach partition ${name}`)
  await world.database.pool.query(
    `insert into detached_partitions (partition_name, table_name, day, detached_at)
     values ($1, 'call_charges', $2, now())`,
    [name, oldDay],
  )
  expect(await world.run()).toMatchObject({
    archived: [],
    waiting: [{ table: 'call_charges', day: oldDay, reason: expect.stringContaining('is detached') }],
  })
})

test('no process can add a row to a day between its reading and its drop', async () => {
  await world.writeEntries(10)
  const refused: unknown[] = []
  await world.run({
    async onStep(step) {
      if (step !== 'manifest') return
      const late = inTransaction(world.database.pool, async (client) => {
        await client.query(`set local lock_timeout = '100ms'`)
        await client.query(
          `insert into audit_entries (application_id, day, entry_id, at) values ('app_1', $1, 'late', now())`,
          [oldDay],
        )
      })
      refused.push(await late.catch(({ code }) => code))
    },
  })
  expect(refused).toEqual(['55P03'])
})

test('a changed, cut, missing or exchanged file is named by the check', async () => {
  await world.writeEntries(50)
  await world.writeEntries(50, '2025-12-12')
  await world.run()
  expect(await verify()).toMatchObject({ days: 2, rows: 100, faults: [] })
  const files = dayFiles(world.folder, { table: 'audit_entries', day: oldDay })
  const messages = async () => (await verify()).faults.map(({ message }) => message)
  const whole = await readFile(files.rows)
  const changed = Buffer.from(whole)
  changed[whole.length - 1] = (changed.at(-1) ?? 0) ^ 1
  await writeFile(files.rows, changed)
  expect(await messages()).toEqual([
    expect.stringContaining('was changed'),
    expect.stringContaining('cannot be read'),
  ])
  await expect(world.archive.find([await onlyDay()], ['kyc_000007'])).rejects.toMatchObject({
    code: 'archive_unavailable',
  })
  await writeFile(files.rows, whole)
  const other = dayFiles(world.folder, { table: 'audit_entries', day: '2025-12-12' })
  const manifest = await readFile(files.manifest)
  await writeFile(files.manifest, await readFile(other.manifest))
  expect(await messages()).toEqual([expect.stringContaining('not the one that the database recorded')])
  await writeFile(files.manifest, manifest)
  await rm(files.keys)
  expect(await messages()).toEqual([
    expect.stringContaining('is missing'),
    expect.stringContaining('cannot be read'),
  ])
})

test('a day past its retention has no file and no salt, and the chain goes on', async () => {
  await world.writeEntries(10)
  await world.run()
  const files = dayFiles(world.folder, { table: 'audit_entries', day: oldDay })
  const copies = await Promise.all([readFile(files.rows), readFile(files.keys)])
  const end = Date.parse(oldDay) + (archivedTables.audit_entries.keptDays + 1) * dayMs
  await eraseArchived(world.database.pool, world.folder, end - 1)
  expect(await verify()).toMatchObject({ days: 1, erased: 0 })
  const before = await onlyDay()
  await eraseArchived(world.database.pool, world.folder, end)
  expect(await verify(end)).toEqual({ days: 0, erased: 1, rows: 0, faults: [], unknown_files: [] })
  const { faults } = await verify(end - 1)
  expect(faults).toMatchObject([{ day: oldDay, message: expect.stringContaining('within its retention') }])
  await world.archive.steadily(async () => {})
  expect(await world.archive.daysOf('audit_entries')).toEqual([])
  // A copy of the files opens no more.
  await writeFile(files.rows, copies[0] as Buffer)
  await writeFile(files.keys, copies[1] as Buffer)
  await expect(world.archive.find([{ ...before, salt: null }], ['kyc_000007'])).rejects.toThrow(
    'past its retention',
  )
})

test('an archive opens after the master key was replaced', async () => {
  const { pool } = world.database
  const random = systemRandom()
  const first = await openRootKey(pool, Buffer.alloc(32, 1), random)
  await world.writeEntries(10)
  await world.run({ rootKey: first })
  await sealRootKey(pool, first, Buffer.alloc(32, 2), random)
  const rootKey = await openRootKey(pool, Buffer.alloc(32, 2), random)
  const archive = openArchive({ pool, rootKey, folder: world.folder })
  const [day] = await archive.daysOf('audit_entries')
  expect(day && (await archive.find([day], ['kyc_000007']))).toHaveLength(1)
})

test('keys that do not fit into memory are sorted on the disk, into the same file', async () => {
  const key = hashingKeyOf(world.rootKey)
  const entries = Array.from(
    { length: 3_000 },
    (_, n) => entryOfValue(key, `value ${n % 1_000}`) | BigInt(n % 5),
  )
  const written = []
  for (const maxHeld of [4_096, 100]) {
    const path = join(world.folder, `${maxHeld}.keys`)
    const keys = collectKeys(path, maxHeld)
    await keys.add(entries)
    written.push((await keys.write([0, 1, 2, 3, 4, 5])).sha256)
    const handle = await open(path, 'r')
    const found = await (await readKeys(handle)).partsWith(entryOfValue(key, 'value 7'))
    await handle.close()
    expect([...new Set(found)]).toEqual([2])
  }
  expect(written[0]).toBe(written[1])
})

test('a reader repeats its work when a day was archived meanwhile', async () => {
  await world.writeEntries(10)
  await world.archive.steadily(async () => {})
  const seen: number[] = []
  await world.archive.steadily(async () => {
    seen.push((await world.archive.daysOf('audit_entries')).length)
    if (seen.length === 1) await world.run()
  })
  expect(seen).toEqual([0, 1])
})
