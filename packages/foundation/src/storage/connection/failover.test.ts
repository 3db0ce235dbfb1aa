import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '@nani/server/testing/database/replicated-database.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../../testing/machine/free-port.ts'
import { openPool } from '../database.ts'
import { asAnswerableRefusal } from '../database-fault.ts'
import { listenTo } from '../listen.ts'

let database: ReplicatedDatabase
let pools: pg.Pool[]
beforeAll(async () => {
  pools = []
  database = await startReplicatedDatabase(await freePort())
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database?.stop()
})

const poolAt = (...ports: number[]): pg.Pool => {
  const pool = openPool(database.urlOf(...ports), {
    ...{ maxConnections: 2, statementTimeoutMs: 5_000, onError: () => {} },
  })
  pools.push(pool)
  return pool
}
const portOf = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query('select inet_server_port() as port')
  return rows[0].port
}

test('pool and listener use the server that accepts writes, before and after a failover, and never the replaced one', async () => {
  const { primary, standby } = database.ports
  // The order of the URL does not matter: the standby comes first.
  const pool = poolAt(standby, primary)
  expect(await portOf(pool)).toBe(primary)
  const heard: (string | null)[] = []
  const listener = await listenTo(database.urlOf(standby, primary), 'failover', (payload) =>
    heard.push(payload),
  )
  await pool.query(`select pg_notify('failover', 'before')`)
  await expect.poll(() => heard).toContain('before')

  await database.killPrimary()
  await expect(pool.query('select 1')).rejects.toThrow()
  await database.promoteStandby()
  await expect.poll(() => portOf(pool).catch(() => null), { timeout: 15_000 }).toBe(standby)
  await expect
    .poll(
      async () => {
        await pool.query(`select pg_notify('failover', 'after')`)
        return heard
      },
      { timeout: 15_000, interval: 250 },
    )
    .toContain('after')

  // Both accept writes now. The replaced one has the lower timeline.
  await database.returnPrimary()
  expect(await portOf(poolAt(primary))).toBe(primary)
  expect(await portOf(poolAt(primary, standby))).toBe(standby)
  expect(await portOf(pool)).toBe(standby)
  await listener.stop()
  expect(heard.filter((payload) => payload === null)).toHaveLength(2)

  // A process that knows the higher timeline does not go back, also when it can reach only the replaced one.
  await database.killStandby()
  const failure = () => pool.query('select 1').catch((error: unknown) => error)
  await expect.poll(failure).toMatchObject({ code: 'database_not_writable' })
  // A caller may send the call again.
  expect(asAnswerableRefusal(await failure())).toMatchObject({ code: 'overloaded' })
}, 60_000)
