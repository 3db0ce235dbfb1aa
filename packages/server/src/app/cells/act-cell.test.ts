import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { systemClock } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../../testing/database.ts'
import { memberRealm } from '../../organizations/people/index.ts'
import { requestAnswered } from '../../organizations/people-surface/index.ts'
import { createHomeAndCell } from '../../testing/database/home-and-cell.ts'
import { openAppPool } from '../../testing/modes.ts'
import { openActCell } from './act-cell.ts'
import { placeKey } from './key-placed.ts'

/** An act in a cell whose process is killed: the act and what it causes in home exist both, or neither. */
let home: TestDatabase
let cell: TestDatabase
beforeAll(async () => {
  ;({ home, cell } = await createHomeAndCell(['org_one']))
  await home.pool.query(
    `insert into placed_organizations (organization_id, cell, placed_at) values ('org_one', 'north', now())`,
  )
  await cell.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ('app_one', 'org_one', 'One', 'sandbox', '{}', '{}', '{}', 1, now())`,
  )
})
afterAll(async () => {
  await home.drop()
  await cell.drop()
})

const killed = (moment: object): Promise<string | null | undefined> =>
  new Promise((resolve) => {
    const file = join(import.meta.dirname, 'killed-act.fixture.ts')
    const child = execFile(process.execPath, [file, home.url, cell.url, JSON.stringify(moment)], () =>
      resolve(child.signalCode),
    )
  })
const count = async (pool: pg.Pool, table: string) =>
  (await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count
const inBoth = async () => ({
  keys: await count(cell.pool, 'api_keys'),
  entries: await count(cell.pool, 'acts'),
  waiting: await count(cell.pool, 'cell_outbox'),
  carried: await count(home.pool, `member_repeated_requests where account_id = 'per_one'`),
  entriesOfHome: await count(home.pool, 'acts'),
})
const openCell = () =>
  openActCell({
    ...{ name: 'north', pool: cell.pool, home: home.pool, clock: systemClock },
    ...{ rootKey: Buffer.alloc(32, 7), log() {} },
  })
const carry = () => openCell().carry()

const withKeys = { keys: 1, entries: 1, waiting: 1, carried: 0, entriesOfHome: 0 }

test('an act that is killed in its transaction leaves nothing, and one that is killed after its commit is carried once', async () => {
  const named = await count(home.pool, 'placed_keys')
  for (const before of ['entry', 'commit'])
    expect([await killed({ before }), await inBoth()]).toEqual([
      'SIGKILL',
      { keys: 0, entries: 0, waiting: 0, carried: 0, entriesOfHome: 0 },
    ])
  // Home knows a key before its act is committed. The cell refuses one that it does not have.
  expect(await count(home.pool, 'placed_keys')).toBe((named ?? 0) + 2)
  expect(await killed({ sent: true })).toBe('SIGKILL')
  // The database reads the commit although its client is dead.
  await expect.poll(inBoth).toEqual(withKeys)
  const { rows } = await cell.pool.query<{ api_key: string }>('select api_key from api_keys')
  const known = await home.pool.query('select from placed_keys where api_key = $1', [rows[0]?.api_key])
  expect(known.rowCount).toBe(1)
  await Promise.all([carry(), carry()])
  await carry()
  expect(await inBoth()).toEqual({ ...withKeys, waiting: 0, carried: 1 })
})

test('a key waits for a move of its organization, and is refused where the organization has left the cell', async () => {
  const moving = await home.pool.connect()
  try {
    await moving.query('begin')
    await moving.query(`select from organizations where organization_id = 'org_one' for update`)
    const key = { organizationId: 'org_one', applicationId: 'app_one', apiKey: 'key_late' }
    const placed = placeKey(home.pool, key, 'north').catch((error: unknown) => error)
    await expect.poll(() => waitingForLocks(home.pool)).toBe(1)
    await moving.query(`update placed_organizations set cell = 'south' where organization_id = 'org_one'`)
    await moving.query('commit')
    expect(await placed).toMatchObject({ code: 'overloaded' })
    await home.pool.query(`update placed_organizations set cell = 'north' where organization_id = 'org_one'`)
    await placeKey(home.pool, key, 'north')
    expect((await home.pool.query(`select from placed_keys where api_key = 'key_late'`)).rowCount).toBe(1)
  } finally {
    moving.release()
  }
})

test('what an open act carries does not hold up the acts of other organizations, and is carried once', async () => {
  const { cause, settle } = openCell()
  const answer = { person: 'per_two', key: 'twice', fingerprint: '', sealed: '', atMs: Date.now() }
  await inTransaction(cell.pool, (client) => cause(client, requestAnswered(memberRealm), answer))
  await inTransaction(cell.pool, async (long) => {
    await settle?.(long)
    await openCell().transaction((other) => settle?.(other) ?? Promise.resolve(), 'org_two')
  })
  expect((await cell.pool.query('select from cell_outbox')).rowCount).toBe(0)
  const { rowCount } = await home.pool.query(
    `select from member_repeated_requests where account_id = 'per_two'`,
  )
  expect(rowCount).toBe(1)
})

const waitingForLocks = async (pool: pg.Pool) =>
  (
    await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rowCount

test('the login that serves calls leads no key and no command of another application to a cell', async () => {
  const pool = openAppPool(home)
  const place = (key: string, application: string, cellName = 'north') =>
    pool
      .query('insert into placed_keys (api_key, application_id, cell) values ($1, $2, $3)', [
        key,
        application,
        cellName,
      ])
      .then(
        () => 'placed',
        ({ code }) => code,
      )
  try {
    await home.pool.query(
      `insert into organizations (organization_id, name, created_at) values ('org_home', 'Home', now())`,
    )
    await home.pool.query(
      `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
         burst_per_second, created_at)
       values ('app_home', 'org_home', 'Home', 'production', '{}', '{}', '{}', 1, now())`,
    )
    await home.pool.query(
      `insert into api_keys (application_id, api_key, sealed_secrets, created_at) values ('app_home', 'key_home', '', now())`,
    )
    await home.pool.query(
      `insert into placed_organizations (organization_id, cell, placed_at) values ('org_south', 'south', now())`,
    )
    const refused = '42501'
    expect(await place('key_home', 'app_one')).toBe(refused)
    expect(await place('key_new', 'app_home')).toBe(refused)
    expect(await place('key_new', 'app_one', 'nowhere')).toBe(refused)
    expect(await place('key_one', 'app_one')).toBe('placed')
    expect(await place('key_two', 'app_one', 'south')).toBe(refused)
  } finally {
    await pool.end()
  }
})
