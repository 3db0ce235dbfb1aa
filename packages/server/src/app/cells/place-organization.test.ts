import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../../testing/database.ts'
import { createHomeAndCell } from '../../testing/database/home-and-cell.ts'
import { lockMoney, writeMoney } from './move/testing/money-rows.ts'
import { placeWithin } from './place-organization.ts'

let home: TestDatabase
let cell: TestDatabase
beforeEach(async () => {
  ;({ home, cell } = await createHomeAndCell(['org_one']))
  await home.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, quotas, created_at)
     values ('app_one', 'org_one', 'One', 'sandbox', '{kyc_validation}', '{}', '{}', 1, '{"a": 1}', now())`,
  )
  await home.pool.query(
    `insert into api_keys (application_id, api_key, sealed_secrets, created_at)
     values ('app_one', 'key_one', '\\x00ff', '2026-11-28T12:00:00.123456Z')`,
  )
})
afterEach(async () => {
  await home.drop()
  await cell.drop()
})

const killedBefore = (statement: string): Promise<string | null | undefined> =>
  new Promise((resolve) => {
    const file = join(import.meta.dirname, 'killed-placement.fixture.ts')
    const child = execFile(process.execPath, [file, home.url, cell.url, statement], () =>
      resolve(child.signalCode),
    )
  })

const rowsIn = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ rows: unknown }>(
    `select jsonb_build_object(
       'applications', (select jsonb_agg(to_jsonb(a)) from applications a),
       'keys', (select jsonb_agg(to_jsonb(k)) from api_keys k)) as rows`,
  )
  return rows[0]?.rows
}
const placedIn = async () =>
  (
    await home.pool.query(
      'select api_key, cell from placed_keys union all select organization_id, cell from placed_organizations',
    )
  ).rows
const nothing = { applications: null, keys: null }
const place = (meanwhile: () => Promise<void> = async () => {}) =>
  inTransaction(home.pool, (client) => {
    const watched = Object.create(client, {
      query: {
        async value(text: string, values: unknown[]) {
          // The cell has the copies.
          if (text.startsWith('insert into placed_keys')) await meanwhile()
          return client.query(text, values)
        },
      },
    })
    return placeWithin(watched, cell.pool, {
      ...{ organizationId: 'org_one', cell: 'north', nowMs: 0 },
      newId: (kind) => `${kind}_new`,
    })
  })

test.each([
  ['when the cell has the rows', 'insert into placed_keys'],
  ['before home commits', 'delete from applications'],
])('a placement that is killed %s leaves everything in home, and is repeated', async (_when, statement) => {
  const before = await rowsIn(home.pool)
  expect(before).not.toEqual(nothing)
  expect(await killedBefore(statement)).toBe('SIGKILL')
  expect(await rowsIn(home.pool)).toEqual(before)
  expect(await placedIn()).toEqual([])
  expect(await place()).toBe(1)
  expect(await rowsIn(home.pool)).toEqual(nothing)
  expect(await rowsIn(cell.pool)).toEqual(before)
  expect(await placedIn()).toEqual([
    { api_key: 'key_one', cell: 'north' },
    { api_key: 'org_one', cell: 'north' },
  ])
})

const refused = (why: string) =>
  expect(place()).rejects.toMatchObject({
    ...{ code: 'organization_not_placed', message: expect.stringContaining(why) },
  })

test('an organization with production is placed with its money', async () => {
  await home.pool.query(`update applications set environment = 'production'`)
  await writeMoney(home.pool, 'org_one')
  expect(await place()).toBe(1)
  const walletsIn = async (pool: pg.Pool) => (await pool.query('select from billing_wallets')).rowCount
  expect([await walletsIn(home.pool), await walletsIn(cell.pool)]).toEqual([0, 1])
  expect((await cell.pool.query('select from billing_payment_proofs')).rowCount).toBe(1)
  expect((await home.pool.query('select with_money from placed_organizations')).rows).toEqual([
    { with_money: true },
  ])
})

test.each([
  ['a wallet', () => writeMoney(home.pool, 'org_one')],
  ['no wallet', async () => {}],
])(
  'a command on the money of an organization with %s waits for its placement, and changes nothing in home',
  async (_what, write) => {
    await write()
    let changed: Promise<unknown> = Promise.resolve()
    await place(async () => {
      changed = lockMoney(home.pool).catch(({ code }) => code)
      await expect
        .poll(async () => (await home.pool.query('select from pg_locks where not granted')).rowCount)
        .toBeGreaterThan(0)
    })
    expect(await changed).toBe('55P03')
    expect((await home.pool.query('select from billing_wallets')).rowCount).toBe(0)
    expect((await cell.pool.query('select from billing_wallets')).rowCount).toBe(1)
  },
)

test('many rows of a table are placed', async () => {
  await writeMoney(home.pool, 'org_one')
  await home.pool.query(
    `insert into billing_payment_proofs (payment_id, file_name, sealed_file)
     select payment_id || n, n || '.pdf', decode(md5(n::text), 'hex') from billing_payments, generate_series(1, 24) n`,
  )
  await home.pool.query(
    `insert into billing_payments select (jsonb_populate_record(p, jsonb_build_object('payment_id', payment_id || n))).*
     from billing_payments p, generate_series(1, 24) n`,
  )
  const proofsIn = async (pool: pg.Pool) =>
    (await pool.query('select * from billing_payment_proofs order by payment_id')).rows
  const before = await proofsIn(home.pool)
  await place()
  expect(before).toHaveLength(25)
  expect(await proofsIn(cell.pool)).toEqual(before)
})

const nonce = `insert into nonces (application_id, api_key, day, nonce)
  values ('app_one', 'key_one', now(), gen_random_uuid())`

test('an organization with calls or with a running process stays in home', async () => {
  const { pool } = home
  await pool.query(nonce)
  await refused('has made calls')
  await pool.query('delete from nonces')
  await pool.query(`insert into list_followers (process_id, name, list_change) values ('prc_one', 'one', 0)`)
  await refused('process')
  await pool.query('delete from list_followers')
  await cell.pool.query(nonce)
  await refused('The cell has calls')
  await cell.pool.query('delete from nonces')
  await cell.pool.query('delete from organizations')
  await refused('no copy')
  expect(await placedIn()).toEqual([])
})
