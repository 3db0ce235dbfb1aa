import { randomBytes } from 'node:crypto'
import { type Actor, systemClock, systemRandom } from '@nani/foundation/core/index.ts'
import {
  createVault,
  dayMs,
  inMaintenanceTurn,
  inTransaction,
  retirePartitions,
  startQueue,
} from '@nani/foundation/storage/index.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../../testing/database.ts'
import { noon } from '../../../../../../testing/noon.ts'
import { createHomeAndCell } from '../../../testing/database/home-and-cell.ts'
import { cellsUse } from '../cell-rows.ts'
import { holdClosed, requireNoneTwice, requireNotHeld } from '../held-cells.ts'
import { type Fence, readFence } from './fence.ts'
import { forgetMoves } from './forget-moves.ts'
import { type Move, performMove } from './move-organization.ts'
import { movedTables, rowsOf } from './moved-tables.ts'
import { rowsOfMoney, writeMoney } from './testing/money-rows.ts'
import { forbidArrival, putBack, undoMove } from './undo-move.ts'

/** Home, and a cell that is lost when home refuses writes for good. */
let home: TestDatabase
let cell: TestDatabase
const day = new Date(noon).toISOString().slice(0, 10)

beforeEach(async () => {
  ;({ home, cell } = await createHomeAndCell(['org_one'], createDatabaseAtNoon))
  await writeMoney(home.pool, 'org_one')
  const { pool } = home
  await pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, quotas, created_at)
     values ('app_one', 'org_one', 'One', 'sandbox', '{kyc_validation}', '{}', '{}', 1, '{"a": 1}', now())`,
  )
  await pool.query(
    `insert into api_keys (application_id, api_key, sealed_secrets, created_at) values ('app_one', 'key', '\\x00ff', now())`,
  )
  await pool.query(
    `insert into webhook_endpoints (application_id, url, created_at, updated_at) values ('app_one', 'https://a', now(), now())`,
  )
  await pool.query(
    `insert into monitors (application_id, monitor_id, environment, screening_id, sealed_subject, sealed_standing, created_at, screened_at, due)
     select 'app_one', 'mon_' || n, 'sandbox', 's', '\\x00', '\\x00', now(), now(), null from generate_series(1, 20) n`,
  )
  await writeResult('first')
  const queue = await startQueue({ pool, upkeepPool: null, migrate: false }, () => {})
  await inTransaction(pool, (client) =>
    queue.enqueue('jobs', [{ applicationId: 'app_one', jobId: 'job_one' }], client, 0),
  )
  await queue.stop()
})
afterEach(async () => {
  await home.drop()
  await cell.drop()
})

const writeResult = (id: string) =>
  home.pool.query(
    `insert into results (application_id, day, result_id, service, sealed_result) values ('app_one', $1, $2, 'kyc_validation', '\\x0102')`,
    [day, id],
  )

const operator: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }
const listCell = (name: string, sealed: Buffer) =>
  home.pool.query('insert into cells (name, sealed_urls, added_at) values ($1, $2, now())', [name, sealed])

/** All rows of the organization, with the numbers that the database gave, and its tasks. */
const rowsInHome = async () => {
  const ofTable = (table: string) =>
    `select '${table}' as name, to_jsonb(t)::text as row from ${table} t where ${rowsOf(table, '$1')}`
  const texts = [...movedTables.map(ofTable), `select 'task', data::text from pgboss.job`]
  return (await home.pool.query(`${texts.join(' union all ')} order by 1, 2`, [['app_one', 'org_one']])).rows
}

const moveWith = (markMonitors: Move['markMonitors'], requireAlone = async () => {}) =>
  performMove({
    ...{ organizationId: 'org_one', home: home.pool, refuseMs: 5_000, markMonitors },
    ...{ source: { name: 'home', owner: home.pool }, target: { name: 'north', owner: cell.pool } },
    ...{ requireAlone, progress: () => {}, pause: async () => {} },
  })
const undo = (fence: Fence) => putBack(home.pool, fence, () => forbidArrival(cell.pool, fence))
const arriving = async () =>
  (await cell.pool.query(`select from moved_rows where state = 'arriving'`)).rowCount

const loseCell = async (): Promise<Fence> => {
  await expect(moveWith(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  await expect(writeResult('refused')).rejects.toMatchObject({ code: '55P03' })
  return (await readFence(home.pool, 'org_one')) as Fence
}

test('an organization is put in force again with every row, number and task, and moves later', async () => {
  const before = await rowsInHome()
  const fence = await loseCell()
  expect(await rowsInHome()).not.toEqual(before)
  expect(await undo(fence)).toBe(21 + rowsOfMoney)
  expect(await rowsInHome()).toEqual(before)
  await writeResult('second')
  // Nothing is left of the move, and nothing is erased a day later.
  expect((await home.pool.query('select from moved_rows')).rowCount).toBe(0)
  await forgetMoves(home.pool, Date.now() + 25 * 3_600_000)
  expect(await rowsInHome()).toHaveLength(before.length + 1)
  expect(await moveWith(async () => {})).toMatchObject({ applications: 1, rows: 25 + rowsOfMoney })
  await expect(undo(fence)).rejects.toMatchObject({ code: 'organization_not_moved' })
})

/** Four days later, nonces of the day of the move are past their retention. */
const retireNonces = (pool: TestDatabase['pool']) =>
  inMaintenanceTurn(pool, (client) => retirePartitions(client, noon + 4 * dayMs))
const writeNonce = () =>
  home.pool.query(`insert into nonces values ('app_one', 'key', $1, gen_random_uuid())`, [day])
const noncesIn = async ({ pool }: TestDatabase) => (await pool.query('select from nonces')).rowCount

test('an organization is put in force again when days are past their retention since', async () => {
  await writeNonce()
  const fence = await loseCell()
  await retireNonces(home.pool)
  expect(await noncesIn(home)).toBe(0)
  expect(await undo(fence)).toBe(21 + rowsOfMoney)
  await writeResult('second')
})

test('an organization is put in force again after a migration that adds a column', async () => {
  const fence = await loseCell()
  await home.pool.query(`alter table monitors add column added text not null default 'yes'`)
  expect(await undo(fence)).toBe(21 + rowsOfMoney)
  const { rows } = await home.pool.query('select distinct added from monitors')
  expect(rows).toEqual([{ added: 'yes' }])
})

test('a move is completed when days are past their retention in the other database since', async () => {
  await writeNonce()
  await loseCell()
  await retireNonces(cell.pool)
  await moveWith(async () => {})
  expect(await noncesIn(cell)).toBe(1)
})

test('an undo that ends early, or finds other rows than before, changes nothing', async () => {
  const fence = await loseCell()
  const left = await rowsInHome()
  await home.pool.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise 'ended'; end $$;
     create trigger fails before delete on move_fences for each row execute function fail()`,
  )
  await expect(undo(fence)).rejects.toThrow('ended')
  expect(await rowsInHome()).toEqual(left)
  await home.pool.query('drop trigger fails on move_fences')
  await home.pool.query(`delete from moved_rows where table_name = 'webhook_endpoints'`)
  await expect(undo(fence)).rejects.toMatchObject({
    ...{ code: 'organization_not_moved', message: expect.stringContaining('webhook_endpoints') },
  })
  expect(await rowsInHome()).toEqual(left)
})

test('a move whose rows are in the other database is not undone', async () => {
  const fence = await loseCell()
  await cell.pool.query(
    `insert into moved_rows (organization_id, state, table_name, part, content, written_at)
     values ('org_one', 'arrived', '', '', to_json($1::text), now())`,
    [fence.command],
  )
  await expect(undo(fence)).rejects.toMatchObject({ code: 'organization_not_moved' })
})

test('an undo waits for a command that completes the move, and is refused then', async () => {
  const fence = await loseCell()
  let undoing: Promise<unknown> = Promise.resolve()
  await moveWith(async () => {
    undoing = undo(fence).catch((error: unknown) => error)
  })
  expect(await undoing).toMatchObject({ code: 'organization_not_moved' })
  await expect(writeResult('refused')).rejects.toMatchObject({ code: '55P03' })
})

test('a command that lost its lock completes nothing, and none does after an undo', async () => {
  const fence = await loseCell()
  const lost = () => Promise.reject(new Error('lock lost'))
  await expect(moveWith(async () => {}, lost)).rejects.toThrow('lock lost')
  expect(await arriving()).toBeGreaterThan(0)
  await forbidArrival(cell.pool, fence)
  expect(await arriving()).toBe(0)
  await expect(moveWith(async () => {})).rejects.toMatchObject({ code: 'organization_not_moved' })
  expect(await undo(fence)).toBe(21 + rowsOfMoney)
})

/** Undoes the move while the cell does not answer. */
const undoWithout = async (atPause: () => Promise<void>) => {
  const { pool } = home
  const rootKey = randomBytes(32)
  const vaultFor = (use: string) => createVault(rootKey, use, systemRandom())
  const url = home.url.replace(/[^/]+$/, 'nani_lost')
  await listCell(
    'north',
    vaultFor(cellsUse).seal(Buffer.from(JSON.stringify({ app: url, owner: url, home: url })), 'north'),
  )
  const needs = {
    ...{ pool, ownerPool: pool, ownsSchema: true, rootKey, vaultFor, pause: atPause },
    clock: systemClock,
  }
  return undoMove(operator, { organization_id: 'org_one', lost: true }, needs)
}
const holds = async () => (await home.pool.query('select held_until from cells')).rows

test('an undo without the lost cell keeps processes from opening it, before the rows are put back', async () => {
  await loseCell()
  const atPause: unknown[] = []
  const undone = await undoWithout(async () => {
    atPause.push(await holds(), await readFence(home.pool, 'org_one'))
  })
  expect(undone).toEqual({ in: 'home', to: 'north', rows: 21 + rowsOfMoney })
  expect(atPause).toMatchObject([[{ held_until: 'added' }], { isMoved: true }])
  await writeResult('second')
  await expect(requireNotHeld(home.pool, 'north')).rejects.toMatchObject({ code: 'cell_in_use' })
})

test('an undo that is refused does not hold the cell, and ends a hold of its own', async () => {
  await loseCell()
  const loseRows = () => home.pool.query(`delete from moved_rows where table_name = 'webhook_endpoints'`)
  const refused = { code: 'organization_not_moved', message: expect.stringContaining('webhook_endpoints') }
  const atPause: unknown[] = []
  const late = undoWithout(async () => {
    atPause.push(await holds())
    await loseRows()
  })
  await expect(late).rejects.toMatchObject(refused)
  expect([atPause, await holds()]).toEqual([[[{ held_until: 'added' }]], [{ held_until: null }]])
  await home.pool.query('delete from cells')
  await expect(undoWithout(() => Promise.reject(new Error('held')))).rejects.toMatchObject(refused)
  expect(await holds()).toEqual([{ held_until: null }])
})

test('a cell that was given up and has the rows of a move is not named again', async () => {
  const { pool } = home
  await listCell('north', Buffer.from(''))
  const fence = await loseCell()
  await moveWith(async () => {})
  await pool.query('delete from placed_organizations')
  await requireNoneTwice(pool, cell.pool, 'north')
  await holdClosed(pool, 'north')
  await expect(requireNoneTwice(pool, cell.pool, 'north')).rejects.toMatchObject({
    ...{ code: 'cell_elsewhere', message: expect.stringContaining(fence.organizationId) },
  })
  await pool.query(
    `insert into placed_organizations (organization_id, cell, placed_at) values ('org_one', 'north', now())`,
  )
  await requireNoneTwice(pool, cell.pool, 'north')
})
