import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '@nani/server/testing/database/replicated-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { freePort } from '../../../../../testing/machine/free-port.ts'
import { openPool } from '../database.ts'
import { createFreshness } from './freshness.ts'
import { openReads, type Reads, replicaLimits } from './reads.ts'

const maxLagMs = 5_000
/** The limits of a connection and of a call, and a busy machine. */
const maxWaitMs = 3_000

let database: ReplicatedDatabase
let other: TestDatabase
let nowMs = 0
const lines: string[] = []
const pools: pg.Pool[] = []

beforeAll(async () => {
  database = await startReplicatedDatabase(await freePort())
  other = await createTestDatabase()
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database?.stop()
  await other?.drop()
})

const poolAt = (url: string): pg.Pool => {
  const pool = openPool(url, { maxConnections: 2, statementTimeoutMs: 5_000, onError: () => {} })
  pools.push(pool)
  return pool
}
const readsFrom = (primary: pg.Pool, replicaUrl: string): Reads => {
  const replica = openPool(replicaUrl, { maxConnections: 2, ...replicaLimits, onError: () => {} })
  pools.push(replica)
  return openReads(primary, replica, {
    ...{ maxLagMs, monotonicMs: () => nowMs, onChange: (line) => lines.push(line) },
  })
}

/** One statement, on one server. */
const runAt = async (port: number, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: database.urlOf(port) })
  await client.connect()
  await client.query(sql)
  await client.end()
}
const portOf = async ({ pool }: Reads): Promise<number> =>
  (await pool.query('select inet_server_port() as port')).rows[0].port
/** A statement of a call has a time limit of its own. */
const counting = { text: 'select count(*) as n from people', query_timeout: 4_000 } as pg.QueryConfig
const countOf = async ({ pool }: Reads) => (await pool.query<{ n: number }>(counting)).rows[0]?.n
/** The standby replays what the primary has committed. */
const isUsed = (reads: Reads) =>
  expect
    .poll(async () => {
      await reads.compare()
      return reads.isFresh?.()
    })
    .toBe(true)

test('reads use the replica within the bound of its lag, and the primary when it lags or stops', async () => {
  const { primary, standby } = database.ports
  const pool = poolAt(database.urlOf(primary))
  const reads = readsFrom(pool, database.urlOf(standby))
  await pool.query('create table people (n int)')
  // Nothing is known about the replica yet.
  expect(await portOf(reads)).toBe(primary)
  await isUsed(reads)
  expect(await portOf(reads)).toBe(standby)
  expect(lines).toEqual(['the replica is used'])

  // It no longer replays. Within the bound a read may be without the newest commit, and after it no read does.
  await runAt(standby, 'select pg_wal_replay_pause()')
  const replica = poolAt(database.urlOf(standby))
  await expect
    .poll(async () => (await replica.query('select pg_get_wal_replay_pause_state() as state')).rows)
    .toEqual([{ state: 'paused' }])
  await pool.query('insert into people values (1)')
  nowMs += maxLagMs - 1
  await reads.compare()
  expect(await portOf(reads)).toBe(standby)
  expect(await countOf(reads)).toBe(0)
  nowMs += 2
  await reads.compare()
  expect(await portOf(reads)).toBe(primary)
  expect(await countOf(reads)).toBe(1)
  expect(lines.at(-1)).toBe('the replica is not used: its lag exceeds the maximum')

  // It replays again.
  await runAt(standby, 'select pg_wal_replay_resume()')
  await isUsed(reads)
  expect(await portOf(reads)).toBe(standby)
  expect(await countOf(reads)).toBe(1)
  // A transaction, and what the replica refuses, are on the primary.
  const client = await reads.pool.connect()
  expect((await client.query('select inet_server_port() as port')).rows).toEqual([{ port: primary }])
  client.release()
  await reads.pool.query('insert into people values (2)')
  expect(reads.isFresh?.()).toBe(true)

  // An error of the statement is its own: the primary is not asked again.
  const ofPrimary = vi.spyOn(pool, 'query')
  await expect(reads.pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  expect(ofPrimary).not.toHaveBeenCalled()
  ofPrimary.mockRestore()
  expect(reads.isFresh?.()).toBe(true)

  // It is suspended: the first read of a call waits for a second, and the following ones do not wait.
  expect(await portOf(reads)).toBe(standby)
  database.freezeStandby()
  expect(reads.isFresh?.()).toBe(true)
  const startedAt = performance.now()
  expect(await countOf(reads)).toBe(2)
  expect(performance.now() - startedAt).toBeLessThan(maxWaitMs)
  expect(reads.isFresh?.()).toBe(false)
  expect(lines.at(-1)).toMatch(/^the replica is not used: .*Query read timeout/)
  expect(await portOf(reads)).toBe(primary)
  // A comparison does not wait for longer, and its failure changes nothing.
  await reads.compare()
  expect(reads.isFresh?.()).toBe(false)
  database.thawStandby()
  await isUsed(reads)

  // A comparison notices it before a read does.
  database.freezeStandby()
  await reads.compare()
  expect(reads.isFresh?.()).toBe(false)
  database.thawStandby()
  await isUsed(reads)

  // It stops, while it counts as fresh: no read fails.
  await database.killStandby()
  expect(reads.isFresh?.()).toBe(true)
  expect(await countOf(reads)).toBe(2)
  expect(reads.isFresh?.()).toBe(false)
  expect(await portOf(reads)).toBe(primary)
  await reads.compare()
  expect(reads.isFresh?.()).toBe(false)
  expect(lines.filter((line) => line !== 'the replica is used')).toHaveLength(4)
}, 60_000)

test('an end during a comparison counts, whatever the comparison finds', async () => {
  // Both servers of this double are the standby that the comparison expects, at the same position.
  const state = { bytes: 1, identity: 'one', is_standby: true }
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => {
    answer = resolve
  })
  const double = { query: async () => waiting.then(() => ({ rows: [state] })) } as unknown as pg.Pool
  const freshness = createFreshness(double, double, { maxLagMs, monotonicMs: () => nowMs })
  const comparing = freshness.compare()
  freshness.end()
  answer()
  await comparing
  expect(freshness.isFresh()).toBe(false)
  await freshness.compare()
  expect(freshness.isFresh()).toBe(true)
})

test('the login that serves calls may compare the two servers', async () => {
  const app = openPool(other.url, {
    ...{ maxConnections: 2, statementTimeoutMs: 5_000, onError: () => {}, role: 'nani_app' },
  })
  pools.push(app)
  const freshness = createFreshness(app, app, { maxLagMs, monotonicMs: () => nowMs })
  // Refused for its state, and not for a missing right.
  await expect(freshness.compare()).rejects.toThrow('no standby')
})

test('a server that is no standby of the database is never used', async () => {
  const { primary } = database.ports
  const pool = poolAt(database.urlOf(primary))
  for (const [url, why] of [
    [database.urlOf(primary), 'no standby'],
    [other.url, 'another database'],
  ] as const) {
    const reads = readsFrom(pool, url)
    await expect(reads.compare()).resolves.toBeUndefined()
    expect(reads.isFresh?.(), why).toBe(false)
    expect(await portOf(reads)).toBe(primary)
  }
})
