import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArchive } from '@nani/foundation/archive/index.ts'
import type { Actor } from '@nani/foundation/core/index.ts'
import { dayMs, dayOf } from '@nani/foundation/storage/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { createHomeAndCell } from '../../testing/database/home-and-cell.ts'
import { noon, testPlatform } from '../../testing/platform.ts'
import { archiveDays, searchArchive, verifyDays } from './index.ts'

const amina: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }
const day = dayOf(noon - 95 * dayMs)
let home: TestDatabase
let cell: TestDatabase
let folder: string
let platform: ReturnType<typeof testPlatform>

beforeEach(async () => {
  ;({ home, cell } = await createHomeAndCell([], createDatabaseAtNoon))
  folder = await mkdtemp(join(tmpdir(), 'nani-archives-'))
  platform = testPlatform(home)
  for (const [{ pool }, id] of [
    [home, 'evt_home'],
    [cell, 'evt_cell'],
  ] as const) {
    await pool.query(`select create_partition('events', $1)`, [day])
    await pool.query(
      `insert into events (application_id, day, event_id, position, type, created_at, object_kind, object_id)
       values ('app_1', $1::date, $2, 1, 'job.completed', $1::date + interval '1 hour', 'job', 'job_1')`,
      [day, id],
    )
  }
})
afterEach(async () => {
  await home.drop()
  await cell.drop()
  await rm(folder, { recursive: true, force: true })
})

const archiveAt = ({ pool }: TestDatabase, ...below: string[]) =>
  openArchive({ pool, rootKey: platform.rootKey, folder: join(folder, ...below) })
const north = () => ({
  ...{
    pool: cell.pool,
    ownerPool: cell.pool,
    ownsSchema: true,
    archive: archiveAt(cell, 'cells', 'north-a1'),
  },
})
const needs = (place: ReturnType<typeof north> | null = north()) => ({
  ...platform,
  archive: archiveAt(home),
  cells: [{ name: 'north', place }],
})

test('the days of each database are archived into a folder of its own, and are checked and found with the name of the cell', async () => {
  expect(await archiveDays(amina, {}, needs())).toEqual({
    ...{ waiting: [], failed: [] },
    archived: [
      { table: 'events', day, rows: 1, bytes: expect.any(Number) },
      { cell: 'north', table: 'events', day, rows: 1, bytes: expect.any(Number) },
    ],
  })
  for (const { pool } of [home, cell]) expect((await pool.query('select from events')).rowCount).toBe(0)
  expect(await readdir(join(folder, 'cells', 'north-a1'))).toHaveLength(3)
  expect(await verifyDays(amina, {}, needs())).toEqual({
    ...{ days: 2, erased: 0, rows: 2, faults: [], unknown_files: [] },
  })
  const { rows } = await searchArchive(amina, { value: 'job_1' }, needs())
  expect(rows.map((row) => [row.cell, row.row?.event_id])).toEqual([
    [undefined, 'evt_home'],
    ['north', 'evt_cell'],
  ])
  await rm(join(folder, 'cells', 'north-a1', `${day}.events.rows`))
  expect((await verifyDays(amina, {}, needs())).faults).toContainEqual({
    ...{ cell: 'north', table: 'events', day, message: expect.stringContaining('is missing') },
  })
})

test('a cell that is away is named, its days stay in its database, and home is archived', async () => {
  expect(await archiveDays(amina, {}, needs(null))).toMatchObject({
    ...{ archived: [{ table: 'events', day }], unread: ['north'] },
  })
  expect((await cell.pool.query('select from events')).rowCount).toBe(1)
  const end = `select after from acts where action = 'archive.run' and after->>'step' = 'end'`
  expect((await home.pool.query(end)).rows).toMatchObject([{ after: { unread: ['north'] } }])
  expect(await verifyDays(amina, {}, needs(null))).toMatchObject({ days: 1, unread: ['north'] })
  expect(await searchArchive(amina, { value: 'job_1' }, needs(null))).toMatchObject({
    ...{ rows: [{ day }], unread: ['north'] },
  })
})

test('a cell whose database fails in between is named as one that is away', async () => {
  const broken = { ...north(), ownerPool: { options: { host: '127.0.0.1', port: 1 } } as never }
  expect(await archiveDays(amina, {}, needs(broken))).toMatchObject({
    ...{ archived: [{ table: 'events' }], failed: [], unread: ['north'] },
  })
})

test('a cell that fails does not hide what home has archived', async () => {
  const busy = await cell.pool.connect()
  await busy.query(`select pg_advisory_lock(hashtext('nani.archive'))`)
  const { archived, failed } = await archiveDays(amina, {}, needs())
  busy.release(true)
  expect(archived).toHaveLength(1)
  expect(new Set(failed.map(({ cell: name, message }) => `${name} ${message}`))).toEqual(
    new Set(['north Another process archives this installation.']),
  )
})

test('if no database archives anything, the answer names the cell that failed and what waits in home', async () => {
  for (const { pool } of [home, cell])
    await pool.query(
      `insert into moved_rows (organization_id, state, table_name, part, content, written_at)
       values ('org_1', 'arriving', 'events', $1, '{}', now())`,
      [day],
    )
  const busy = await cell.pool.connect()
  await busy.query(`select pg_advisory_lock(hashtext('nani.archive'))`)
  const { archived, failed, waiting } = await archiveDays(amina, {}, needs())
  busy.release(true)
  expect([archived, waiting.map(({ cell: name, table }) => [name, table])]).toEqual([
    [],
    [[undefined, 'events']],
  ])
  expect(new Set(failed.map(({ cell: name }) => name))).toEqual(new Set(['north']))
})

test('a day waits while rows of it are on their way from another database', async () => {
  await cell.pool.query(
    `insert into moved_rows (organization_id, state, table_name, part, content, written_at)
     values ('org_1', 'arriving', 'events', $1, '{}', now())`,
    [day],
  )
  const { archived, waiting } = await archiveDays(amina, {}, needs())
  expect(archived).toHaveLength(1)
  expect(waiting).toEqual([
    { cell: 'north', table: 'events', day, reason: 'An organization that moves here has rows of the day.' },
  ])
})

test('the folder of a cell that was removed is named, and no folder is named while a cell is away', async () => {
  await archiveDays(amina, {}, needs())
  const { unknown_files: none } = await verifyDays(amina, {}, needs(null))
  const { unknown_files: removed } = await verifyDays(amina, {}, { ...needs(), cells: [] })
  expect([none, removed]).toEqual([[], [join('cells', 'north-a1')]])
})
