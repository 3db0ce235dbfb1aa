import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { inTransaction, openPool, startQueue } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../../testing/database.ts'
import { noon } from '../../../../../../testing/noon.ts'
import { markMonitorsOf } from '../../../services/monitoring/index.ts'
import { createHomeAndCell } from '../../../testing/database/home-and-cell.ts'
import { closeFence, putUpFence } from './fence.ts'
import { takeDownTriggers } from './fence-triggers.ts'
import { forgetMoves } from './forget-moves.ts'
import { performMove } from './move-organization.ts'
import { movedTables, rowsOf } from './moved-tables.ts'
import type { Side } from './on-side.ts'
import { meanwhile } from './testing/meanwhile.ts'
import { lockMoney, rowsOfMoney, writeMoney } from './testing/money-rows.ts'

/** Home, and a cell with copies of the organizations. The login of both is that of the owner. */
let home: TestDatabase
let cell: TestDatabase
const applications = ['app_one', 'app_two']
const owners = ['org_one', ...applications]
const day = new Date(noon).toISOString().slice(0, 10)

beforeEach(async () => {
  ;({ home, cell } = await createHomeAndCell(['org_one', 'org_two'], createDatabaseAtNoon))
  const { pool } = home
  for (const [application, organization] of [
    ...applications.map((id) => [id, 'org_one']),
    ['app_other', 'org_two'],
  ])
    await writeApplication(pool, application as string, organization as string)
  for (const organization of ['org_one', 'org_two']) await writeMoney(pool, organization)
  const queue = await startQueue({ pool, upkeepPool: null, migrate: false }, () => {})
  await inTransaction(pool, (client) =>
    queue.enqueue(
      'jobs',
      [...applications, 'app_other'].map((id) => ({ applicationId: id, jobId: `job_${id}` })),
      client,
      0,
    ),
  )
  await queue.stop()
})
afterEach(async () => {
  await home.drop()
  await cell.drop()
})

const writeApplication = async (pool: pg.Pool, id: string, organization: string) => {
  await pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, quotas, created_at)
     values ($1, $2, 'One', 'sandbox', '{kyc_validation}', '{}', '{}', 1, '{"a": 1}', now())`,
    [id, organization],
  )
  await pool.query(
    `insert into api_keys (application_id, api_key, sealed_secrets, created_at)
     values ($1, 'key_' || $1, '\\x00ff', '2026-11-28T12:00:00.123456Z')`,
    [id],
  )
  await pool.query(
    `insert into webhook_endpoints (application_id, url, created_at, updated_at) values ($1, 'https://a', now(), now())`,
    [id],
  )
  await pool.query(
    `insert into fraud_cases (application_id, case_id, environment, case_number, type, created_at, changed_at, through_alias, parties,
       has_identified_party, evidence_count, due_at)
     values ($1, 'case_' || $1, 'sandbox', $1, 'sim_swap', now(), now(), false, '{"b":1,  "a":2}', false, 0, now())`,
    [id],
  )
  await pool.query(
    `insert into results (application_id, day, result_id, service, sealed_result)
     select $1, $2, n::text, 'kyc_validation', '\\x0102' from generate_series(0, 59) n`,
    [id, day],
  )
  await pool.query(
    `insert into monitors (application_id, monitor_id, environment, screening_id, sealed_subject, sealed_standing, created_at, screened_at, due)
     values ($1, 'mon_' || $1, 'sandbox', 's', '\\x00', '\\x00', now(), now(), null)`,
    [id],
  )
}

const writeResult = (pool: pg.Pool, id: string, application = 'app_one') =>
  pool.query(
    `insert into results (application_id, day, result_id, service, sealed_result) values ($1, $2, $3, 'kyc_validation', '\\x0102')`,
    [application, day, id],
  )

/** All rows of the organization, without what a database numbers or marks itself. */
const rowsIn = async ({ pool }: TestDatabase, ids: readonly string[] = owners) => {
  const ofTable = (table: string) =>
    `select '${table}' as name, (to_jsonb(t) - array['monitor_number', 'due', 'revision'])::text as row from ${table} t
     where ${rowsOf(table, '$1')}`
  const { rows } = await pool.query<{ name: string; row: string }>(
    `${movedTables.map(ofTable).join(' union all ')} order by 1, 2`,
    [ids],
  )
  const found = Map.groupBy(rows, ({ name }) => name)
  return Object.fromEntries([...found].map(([name, of]) => [name, of.map(({ row }) => row)]))
}
const tasksIn = async ({ pool }: TestDatabase): Promise<string[]> => {
  const { rows } = await pool.query<{ job: string }>(
    `select data->>'jobId' as job from pgboss.job order by 1`,
  )
  return rows.map(({ job }) => job)
}
const placed = async () =>
  (
    await home.pool.query(
      `select (select cell from placed_organizations) as cell, array(select api_key from placed_keys order by 1) as keys`,
    )
  ).rows[0]

type Ends = {
  source?: Side
  target?: Side
  refuseMs?: number
  progress?: () => void
  requireAlone?: () => Promise<void>
  markMonitors?: typeof markMonitorsOf
}
const north = () => ({ name: 'north', owner: cell.pool })
const ofHome = () => ({ name: 'home', owner: home.pool })
const move = ({
  source = ofHome(),
  target = north(),
  refuseMs = 5_000,
  progress = () => {},
  requireAlone = async () => {},
  markMonitors = markMonitorsOf,
}: Ends = {}) =>
  performMove({
    organizationId: 'org_one',
    ...{ source, target, home: home.pool },
    ...{ refuseMs, requireAlone, markMonitors, progress },
    pause: async () => {},
  })

const back = () => move({ source: north(), target: ofHome() })
const killedBefore = (where: string, statement: string): Promise<string | null | undefined> =>
  new Promise((resolve) => {
    const file = join(import.meta.dirname, 'killed-move.fixture.ts')
    const order = [file, home.url, cell.url, where, statement]
    const child = execFile(process.execPath, order, (_error, _out, err) => {
      if (child.signalCode === null) process.stderr.write(err)
      resolve(child.signalCode)
    })
  })
const inCell = { cell: 'north', keys: ['key_app_one', 'key_app_two'] }
const refusal = { code: '55P03' }

test('an organization moves to a cell and back with every row, its monitors and its work, and others stay', async () => {
  const before = await rowsIn(home)
  const others = await rowsIn(home, ['app_other', 'org_two'])
  expect(await move()).toEqual({ applications: 2, rows: 130 + rowsOfMoney, refused_ms: expect.any(Number) })
  expect(await rowsIn(cell)).toEqual(before)
  expect(await placed()).toEqual(inCell)
  expect(await tasksIn(cell)).toEqual(['job_app_one', 'job_app_two'])
  expect(await tasksIn(home)).toEqual(['job_app_other'])
  // What background work looks at has left. Results are kept for a day, and nothing is written any more.
  expect(Object.keys(await rowsIn(home))).toEqual(['results'])
  await expect(writeResult(home.pool, 'late')).rejects.toMatchObject(refusal)
  await writeResult(home.pool, 'mine', 'app_other')
  const { rows } = await cell.pool.query('select distinct due from monitors')
  expect(rows).toEqual([{ due: 'changed' }])

  await writeResult(cell.pool, 'in the cell')
  const later = await rowsIn(cell)
  const other = await createDatabaseAtNoon()
  try {
    await other.pool.query(
      `insert into organizations (organization_id, name, created_at) values ('org_one', 'One', now())`,
    )
    const south = { name: 'south', owner: other.pool }
    await move({ source: north(), target: south })
    expect(await rowsIn(other)).toEqual(later)
    expect(await placed()).toEqual({ ...inCell, cell: 'south' })
    await move({ source: south, target: ofHome() })
  } finally {
    await other.drop()
  }
  expect(await rowsIn(home)).toEqual(later)
  expect(await placed()).toEqual({ cell: null, keys: [] })
  expect(await tasksIn(home)).toEqual(['job_app_one', 'job_app_other', 'job_app_two'])
  // Nothing is kept apart of it any more: home has its rows.
  expect((await home.pool.query(`select from moved_rows where state = 'left'`)).rowCount).toBe(0)
  await writeResult(home.pool, 'in home')
  expect(Object.keys(await rowsIn(home, ['app_other', 'org_two'])).toSorted()).toEqual(
    Object.keys(others).toSorted(),
  )
})

const day1Ms = 25 * 3_600_000

test('what a move left is erased a day after it, with its triggers, also if that of another one cannot be', async () => {
  await move()
  const after = await rowsIn(cell)
  const nowMs = Date.now()
  const left = async () =>
    (
      await home.pool.query(`select (select count(*)::int from moved_rows) as rows, (select count(*)::int from move_fences) as fences,
      (select count(*)::int from pg_trigger where tgname like 'nani_move%') as triggers`)
    ).rows[0]
  await forgetMoves(home.pool, nowMs + 23 * 3_600_000)
  expect(await left()).toMatchObject({ rows: 8 + rowsOfMoney, fences: 1 })
  await home.pool.query(
    `insert into move_fences (organization_id, application_ids, target, begun_at, command, moved_at, completed_at)
     values ('org_gone', '{wrong}', 'north', now(), gen_random_uuid(), now(), now() - interval '1 day');
     create function fail() returns trigger language plpgsql as $$ begin raise 'failed'; end $$;
     create trigger fails before delete on move_fences for each row when (old.organization_id = 'org_gone') execute function fail()`,
  )
  await expect(forgetMoves(home.pool, nowMs + day1Ms)).rejects.toThrow('failed')
  expect(await left()).toEqual({ rows: 0, fences: 1, triggers: 0 })
  expect(await rowsIn(home)).toEqual({})
  expect(await rowsIn(cell)).toEqual(after)
})

test('an organization that comes back while what it left is erased keeps its rows', async () => {
  const before = await rowsIn(home)
  await move()
  await forgetMoves(meanwhile(home.pool, 'from move_fences where completed_at', back), Date.now() + day1Ms)
  expect(await rowsIn(home)).toEqual(before)
})

test('a fence has both triggers of each table, or the organization does not leave', async () => {
  const triggersOfResults = async () =>
    (
      await home.pool.query<{ name: string }>(
        `select tgname as name from pg_trigger where tgrelid = 'results'::regclass and tgname like 'nani_move%' order by 1`,
      )
    ).rows.map(({ name }) => name)
  await expect(move({ refuseMs: 0 })).rejects.toMatchObject({ code: 'organization_not_moved' })
  const [, onWrite] = await triggersOfResults()
  await home.pool.query(`drop trigger ${onWrite} on results`)
  const requireAlone = async () => {
    await expect(writeResult(home.pool, 'refused')).rejects.toMatchObject(refusal)
    await home.pool.query(`drop trigger ${onWrite} on results`)
  }
  await expect(move({ requireAlone })).rejects.toMatchObject({ message: expect.stringContaining('results') })
  // A move that begins while triggers of an earlier one are taken down has its own.
  await home.pool.query('delete from move_fences')
  const begin = () => putUpFence(home.pool, { organizationId: 'org_one', owners, target: 'x' })
  await takeDownTriggers(meanwhile(home.pool, 'pg_trigger', begin))
  expect(await triggersOfResults()).toHaveLength(2)
})

test('a command that lost its lock to another one moves nothing, and a row that both copied is moved once', async () => {
  const requireAlone = async () => {
    const other = await putUpFence(home.pool, {
      ...{ organizationId: 'org_one', owners, target: 'south' },
    })
    await writeResult(home.pool, 'between')
    await closeFence(home.pool, other, 5_000)
  }
  await expect(move({ requireAlone })).rejects.toMatchObject({ message: 'Another command moves it.' })
  const before = await rowsIn(home)
  expect(before.results?.filter((row) => row.includes('between'))).toHaveLength(1)
  expect(await rowsIn(cell)).toEqual({})
  // Both commands copied the row.
  await cell.pool.query(
    `insert into moved_rows select * from moved_rows where table_name = 'results' limit 1`,
  )
  await move()
  expect(await rowsIn(cell)).toEqual(before)
})

test('a move is not completed with a part of the rows', async () => {
  const before = await rowsIn(home)
  await cell.pool.query(`insert into cell_identity (name, proof) values ('north', '\\x00')`)
  const markMonitors = () => Promise.reject(new Error('ended'))
  await expect(move({ markMonitors })).rejects.toThrow('ended')
  await forgetMoves(cell.pool, Date.now() + 31 * day1Ms)
  await cell.pool.query(
    `create table lost as select * from moved_rows where table_name = 'results' limit 1;
     delete from moved_rows m using lost l where m.table_name = l.table_name and m.content::text = l.content::text`,
  )
  await expect(move()).rejects.toMatchObject({ message: expect.stringContaining('copies of results') })
  expect([await placed(), await rowsIn(cell)]).toEqual([{ cell: null, keys: [] }, {}])
  await cell.pool.query('insert into moved_rows select * from lost')
  await move()
  expect([await placed(), await rowsIn(cell)]).toEqual([inCell, before])
})

/** Before the fence is closed for good, the organization is in home as before. After it, the move is only completed. */
const killed = [
  ...[
    { where: 'target', before: 'insert into moved_rows', moved: false },
    { where: 'source', before: 'create or replace trigger', moved: false },
    { where: 'source', before: 'update move_fences set refuses_until', moved: false },
    { where: 'target', before: 'insert into applications', moved: false },
    { where: 'target', before: 'insert into ledger_entries', moved: false },
    { where: 'source', before: 'update move_fences set moved_at', moved: false },
    { where: 'source', before: 'with gone as (delete from billing_wallets', moved: false },
  ],
  ...[
    { where: 'target', before: 'delete from move_fences', moved: true },
    { where: 'source', before: 'insert into placed_keys', moved: true },
    { where: 'source', before: 'update move_fences set completed_at', moved: true },
  ],
]

test('a move that is killed in each of its steps, one after the other, loses and doubles nothing', async () => {
  for (const [at, { where, before, moved }] of killed.entries()) {
    const rows = await rowsIn(home)
    expect([before, await killedBefore(where, before)]).toEqual([before, 'SIGKILL'])
    if (moved) {
      await expect(writeResult(home.pool, 'new')).rejects.toMatchObject(refusal)
      await expect(lockMoney(home.pool)).rejects.toMatchObject(refusal)
    } else {
      expect(await rowsIn(home)).toEqual(rows)
      expect(await rowsIn(cell)).toEqual({})
      expect(await tasksIn(home)).toHaveLength(3)
      // The fence opens by itself. Its time is over here.
      await home.pool.query(`update move_fences set refuses_until = clock_timestamp() - interval '1 second'`)
      await writeResult(home.pool, `new ${at}`)
    }
  }
  expect((await rowsIn(cell)).results).toHaveLength(2 * 60 + 7)
  expect(await placed()).toEqual(inCell)
  expect(await tasksIn(cell)).toEqual(['job_app_one', 'job_app_two'])
  expect(await tasksIn(home)).toEqual(['job_app_other'])
  expect(Object.keys(await rowsIn(home)).toSorted()).toEqual(['api_keys', 'applications', 'results'])
}, 120_000)

test('a fence that opened before the end stops the move, and writes go on', async () => {
  const before = await rowsIn(home)
  await expect(move({ refuseMs: 0 })).rejects.toMatchObject({
    ...{
      code: 'organization_not_moved',
      message: expect.stringContaining('longer than writes may be refused'),
    },
  })
  expect(await rowsIn(home)).toEqual(before)
  expect(await rowsIn(cell)).toEqual({})
  await writeResult(home.pool, 'new')
})

test('the end of a move waits for transactions that the fence let through, and moves their rows', async () => {
  const pool = openPool(home.url, { maxConnections: 1, statementTimeoutMs: 30_000, onError: () => {} })
  const client = await pool.connect()
  await client.query('begin')
  await writeResult(client as unknown as pg.Pool, 'under way')
  const moving = move()
  const waiting = async () =>
    (
      await home.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount
  await expect.poll(waiting, { timeout: 10_000, interval: 10 }).toBe(1)
  await client.query('commit')
  client.release()
  await pool.end()
  await moving
  expect((await rowsIn(cell)).results?.filter((row) => row.includes('under way'))).toHaveLength(1)
})

test('a cell that hangs while rows are written costs the organization the time of the fence, and nothing more', async () => {
  const hanging = await cell.pool.connect()
  await hanging.query('begin')
  await hanging.query('lock table results in share mode')
  const moving = move({ refuseMs: 1_500 }).catch((error: unknown) => error)
  const next = () =>
    writeResult(home.pool, crypto.randomUUID()).then(
      () => 'written',
      ({ code }: { code: string }) => code,
    )
  await expect.poll(next, { timeout: 20_000, interval: 20 }).toBe(refusal.code)
  await expect.poll(next, { timeout: 20_000, interval: 20 }).toBe('written')
  const rows = await rowsIn(home)
  await hanging.query('commit')
  hanging.release()
  expect(await moving).toMatchObject({ code: 'organization_not_moved' })
  expect(await rowsIn(home)).toEqual(rows)
  expect(await rowsIn(cell)).toEqual({})
}, 60_000)

test('an organization stays in a cell while a change of the fraud network by its cases waits there', async () => {
  await move()
  const waits = `('fraud_network', '{"application_id": "app_one"}')`
  await cell.pool.query(`insert into cell_outbox (kind, content) values ${waits}`)
  await expect(back()).rejects.toMatchObject({ message: expect.stringContaining('fraud network') })
})

test.each(['home', 'a cell'])('an application made meanwhile stops a move out of %s', async (from) => {
  const [left, ends] = from === 'home' ? [home, {}] : [cell, { source: north(), target: ofHome() }]
  if (left === cell) await move()
  let isMade = false
  const progress = () => {
    if (!isMade) void writeApplication(left.pool, 'app_new', 'org_one')
    isMade = true
  }
  await expect(move({ ...ends, progress })).rejects.toMatchObject({
    message: expect.stringContaining('another application'),
  })
})
