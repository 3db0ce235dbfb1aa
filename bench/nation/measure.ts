import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRunningDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import { type DatabaseUrls, openPlatform } from '@nani/foundation/platform/index.ts'
import { openPool } from '@nani/foundation/storage/index.ts'
import { readConfig } from '@nani/server/app/app/index.ts'
import { writePopulation } from '@nani/server/register/synthetic-data/index.ts'
import { startReplicatedDatabase } from '@nani/server/testing/database/replicated-database.ts'
import type pg from 'pg'
import { freePort } from '../../testing/machine/free-port.ts'
import { cpuTimeMs } from '../cpu-time.ts'
import { withPrice } from '../kyc/billing.ts'
import { applyLoad, startProduct } from '../kyc/processes.ts'

const people = 20_000
const calls = 20_000
const concurrency = 64

const tablesOfCalls = {
  resultBytesOfCall: ['results'],
  auditBytesOfCall: ['audit_entries', 'audit_leaves'],
  chargeBytesOfCall: ['call_charges'],
  nonceBytesOfCall: ['nonces'],
}

type Counted = Record<
  'processCpuMsOfCall' | 'databaseCpuMsOfCall' | 'walBytesOfCall' | keyof typeof tablesOfCalls,
  number
>

/** Measures what one validation and one person cost. It starts the product with its embedded database. */
export const measureCalls = async (): Promise<Record<string, number>> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-'))
  const product = await startProduct(dataDir, { NANI_FACE_WORKERS: '0' })
  const config = { ...readConfig({ NANI_DATA_DIR: dataDir }), maxConnections: 3 }
  const urls = (await readRunningDatabase(dataDir)) as DatabaseUrls
  const { pool, registerPool, vaultFor, close } = await openPlatform(config, urls, () => {})
  try {
    const before = await registerBytes(registerPool)
    await writePopulation({
      ...{ pool: registerPool, vault: vaultFor('files'), count: people, seed: 'nation', view: 'both' },
    })
    const bytesOfPerson = ((await registerBytes(registerPool)) - before) / people
    await pool.query("update applications set burst_per_second = 1000000 where name = 'Demo'")
    await pool.query("select pg_notify('nani_applications', application_id) from applications")
    const { rows } = await registerPool.query<{ svc_id: string }>(
      `select svc_id from citizens where svc_id not like 'COD-0000-0000-%' order by svc_id`,
    )
    const bodies = rows.map(({ svc_id: value }) => ({
      identifier: { type: 'svc_id', value },
      purpose: 'customer_onboarding',
    }))
    // The wallet of the demo is enough for any number of calls.
    await withPrice(pool, 1)
    const load = (amount: number) =>
      applyLoad({
        ...{ credentials: product.production, target: '/v1/kyc/validations', bodies, concurrency },
        calls: amount,
      })
    await load(calls / 4)
    const count = async (): Promise<Counted> => {
      const { own, started } = cpuTimeMs(product.pid)
      return { processCpuMsOfCall: own, databaseCpuMsOfCall: started, ...(await bytesOfCalls(pool)) }
    }
    const [from, { failed }, to] = [await count(), await load(calls), await count()]
    if (failed > 0) throw new Error(`${failed} calls failed`)
    const ofOneCall = Object.entries(to).map(([name, value]) => [
      name,
      (value - from[name as keyof Counted]) / calls,
    ])
    return {
      ...Object.fromEntries(ofOneCall),
      bytesOfPerson,
      memoryOfProcess: await residentBytes(product.pid),
    }
  } finally {
    await close()
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const registerBytes = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(name::regclass))::float8 as bytes
     from unnest(array['citizens', 'document_numbers', 'phone_numbers', 'register_files']) as name`,
  )
  return rows[0]?.bytes ?? Number.NaN
}

/** The write-ahead log so far, and the rows of calls with their indexes. */
const bytesOfCalls = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ wal: number; tables: Record<string, number> }>(
    `select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal, (
       select json_object_agg(name, bytes) from (
         select regexp_replace(relname, '_[0-9]{8}$', '') as name, sum(pg_total_relation_size(oid)) as bytes
         from pg_class where relkind = 'r' and relname ~ '_[0-9]{8}$' group by 1) as partitions) as tables`,
  )
  const { wal = Number.NaN, tables = {} } = rows[0] ?? {}
  const sums = Object.entries(tablesOfCalls).map(([name, parts]) => [
    name,
    parts.reduce((sum, part) => sum + (tables[part] ?? 0), 0),
  ])
  return { walBytesOfCall: wal, ...Object.fromEntries(sums) } as Omit<
    Counted,
    'processCpuMsOfCall' | 'databaseCpuMsOfCall'
  >
}

const residentBytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
}

const maxFailoverMs = 60_000

/** Seconds from the order to a standby to take over until a pool that knows both servers writes again. */
export const measureFailover = async (): Promise<number> => {
  const database = await startReplicatedDatabase(await freePort())
  const { primary, standby } = database.ports
  const pool = openPool(database.urlOf(standby, primary), {
    ...{ maxConnections: 2, statementTimeoutMs: 5_000, onError: () => {} },
  })
  try {
    await pool.query('select 1')
    await database.killPrimary()
    const startedAt = performance.now()
    await database.promoteStandby()
    // A server that accepts no writes assigns no number.
    while (!(await pool.query('select pg_current_xact_id()').catch(() => null))) {
      if (performance.now() - startedAt > maxFailoverMs) throw new Error('The standby accepted no write.')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return (performance.now() - startedAt) / 1000
  } finally {
    await pool.end()
    await database.stop()
  }
}
