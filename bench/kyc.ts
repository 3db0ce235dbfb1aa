/**
 * npm run bench:kyc — signed, encrypted single validations of random citizens of a generated population, compared with
 * two floors of the same run with the same generator and keys.
 *
 * --populations 10000,100000   sizes of the population (default 10000,100000,1000000)
 * --calls 20000                calls of one run; --rounds 3
 * --concurrency 32,64,128      callers at once; the rates of each number are compared, and the highest rates
 * --billing                    production calls with billing on, compared with billing off in the same run, with the first
 *                              number of callers
 * --index NAME                 calls with and without an index of the database, in the same run: what the index costs a call
 * --log                        calls with the transparency log and while its sequencer may not run, in the same run
 * --register                   calls of a second product on the same PostgreSQL, whose register has a database of its own, next
 *                              to those of the first one
 * --register-database URL      the same with an empty database of yours for the register, such as a coordinator of Citus
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readRunningDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import { type DatabaseUrls, openPlatform, type Platform } from '@nani/foundation/platform/index.ts'
import { readConfig } from '@nani/server/app/app/index.ts'
import { sequencerLock } from '@nani/server/app/audit-transparency/index.ts'
import { writePopulation } from '@nani/server/register/synthetic-data/index.ts'
import pg from 'pg'
import { withPrice } from './kyc/billing.ts'
import type { LoadReport } from './kyc/load.ts'
import { settle, startWithRegister, type WithRegister } from './kyc/own-register.ts'
import { applyLoad, type Product, type Running, startFloor, startProduct } from './kyc/processes.ts'

const { values } = parseArgs({
  options: {
    populations: { type: 'string', default: '10000,100000,1000000' },
    calls: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '32,64,128' },
    billing: { type: 'boolean', default: false },
    index: { type: 'string' },
    log: { type: 'boolean', default: false },
    register: { type: 'boolean', default: false },
    'register-database': { type: 'string' },
  },
})
const populations = values.populations.split(',').map(Number)
const [calls, rounds] = [values.calls, values.rounds].map(Number) as [number, number]
const levels = values.concurrency.split(',').map(Number)
const target = '/v1/kyc/validations'
const seed = 'bench'
const maxSampledIds = 20_000

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const show = (name: string, reports: LoadReport[]) => {
  const perSecond = median(reports.map((report) => report.calls / report.seconds))
  const p50 = median(reports.map((report) => report.p50Ms)).toFixed(1)
  const p99 = median(reports.map((report) => report.p99Ms)).toFixed(1)
  const failed = reports.reduce((total, report) => total + report.failed, 0)
  console.log(
    `  ${name.padEnd(34)} ${perSecond.toFixed(0).padStart(6)} calls/s   p50 ${p50} ms   p99 ${p99} ms   failed ${failed}`,
  )
  return perSecond
}

/** Every statement outside an explicit transaction is one transaction, so the database counts round trips. */
const countTransactions = async (pool: pg.Pool): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const { rows } = await pool.query<{ n: string }>(
    'select xact_commit as n from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.n)
}

const sampleIds = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ svc_id: string }>(
    `select svc_id from citizens where svc_id not like 'COD-0000-0000-%' order by random() limit ${maxSampledIds}`,
  )
  return rows.map((row) => row.svc_id)
}

const bodiesOf = async (pool: pg.Pool) =>
  (await sampleIds(pool)).map((value) => ({
    identifier: { type: 'svc_id', value },
    purpose: 'customer_onboarding',
  }))

type Variant = 'with' | 'without'

type Order = Parameters<typeof applyLoad>[0]

/** The same calls with something and without it, in turns, with the first number of callers. `prepare` returns what is sent. */
const compareCalls = async (name: string, prepare: (variant: Variant) => Promise<Order>): Promise<void> => {
  const reports: Record<Variant, LoadReport[]> = { with: [], without: [] }
  for (const variant of ['with', 'without'] as const)
    await applyLoad({ ...(await prepare(variant)), calls: Math.min(4_000, calls) })
  for (let round = 0; round < rounds; round++)
    for (const variant of round % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const))
      reports[variant].push(await applyLoad(await prepare(variant)))
  const without = show(`without ${name}`, reports.without)
  console.log(`  ${(show(`with ${name}`, reports.with) / without).toFixed(3)} of the calls without it`)
}

const orderOf = async (credentials: Running['credentials'], pool: pg.Pool): Promise<Order> => ({
  ...{ credentials, target, bodies: await bodiesOf(pool), calls, concurrency: levels[0] ?? 1 },
})

/** Without a price no allowance is locked. */
const measureBilling = async ({ production }: Product, pool: pg.Pool) => {
  const order = await orderOf(production, pool)
  await compareCalls('billing, in production', async (variant) => {
    await withPrice(pool, variant === 'with' ? 1 : 0)
    return order
  })
}

const measureIndex = async (name: string, product: Running, owner: pg.Client, pool: pg.Pool) => {
  const { rows } = await owner.query<{ text: string }>('select pg_get_indexdef($1::regclass) as text', [name])
  // Of a partitioned table: without ONLY it is made for every partition.
  const make = rows[0]?.text.replace(' ON ONLY ', ' ON ') ?? ''
  const order = await orderOf(product.credentials, pool)
  let isThere = true
  await compareCalls(name, async (variant) => {
    if (isThere !== (variant === 'with'))
      await owner.query(isThere ? `drop index ${owner.escapeIdentifier(name)}` : make)
    isThere = variant === 'with'
    return order
  })
}

/** While another session has its lock, the sequencer does nothing. What waited is appended before the calls are counted. */
const measureLog = async (product: Running, owner: pg.Client, pool: pg.Pool) => {
  const order = await orderOf(product.credentials, pool)
  let isRunning = true
  await compareCalls('the transparency log', async (variant) => {
    if (isRunning !== (variant === 'with'))
      await owner.query(`select pg_advisory_${isRunning ? 'lock' : 'unlock'}(${sequencerLock})`)
    isRunning = variant === 'with'
    if (isRunning) await untilLogged(pool)
    return order
  })
}

/** Both products run all the time, and one of them has calls. What waited for the log is appended before they are counted. */
const measureRegister = async (one: Running, pool: pg.Pool, two: WithRegister) => {
  const orders = {
    with: await orderOf(two.product.credentials, two.platform.registerPool),
    without: await orderOf(one.credentials, pool),
  }
  await compareCalls('a register of its own', async (variant) => {
    await Promise.all([pool, two.platform.pool].map(untilLogged))
    return orders[variant]
  })
}

/** Waits until every audit entry has a leaf. */
const untilLogged = async (pool: pg.Pool): Promise<void> => {
  const waiting = `select 1 from audit_entries e where not exists (
    select from audit_leaves l where l.application_id = e.application_id and l.entry_id = e.entry_id and l.day = e.day) limit 1`
  while ((await pool.query(waiting)).rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 500))
}

type Load = { amount: number; concurrency: number }

const measure = async (product: Running, databaseUrl: string, pool: pg.Pool) => {
  const bodies = await bodiesOf(pool)
  const floors = [
    await startFloor(product.credentials, databaseUrl, false),
    await startFloor(product.credentials, databaseUrl, true),
  ]
  const servers: Running[] = [...floors, product]
  const load = (server: Running, { amount, concurrency }: Load) =>
    applyLoad({ credentials: server.credentials, target, bodies, calls: amount, concurrency })
  for (const server of servers) await load(server, { amount: Math.min(4_000, calls), concurrency: 32 })
  const highest = { floor: 0, nani: 0 }
  for (const concurrency of levels) {
    const reports: LoadReport[][] = servers.map(() => [])
    let transactions = 0
    for (let round = 0; round < rounds; round++)
      for (const [index, server] of servers.entries()) {
        const before = server === product ? await countTransactions(pool) : 0
        reports[index]?.push(await load(server, { amount: calls, concurrency }))
        if (server === product) transactions += (await countTransactions(pool)) - before
      }
    console.log(` ${concurrency} calls at once`)
    show('floor: verify, decrypt, encrypt', reports[0] as LoadReport[])
    const floor = show('floor: the same with one read', reports[1] as LoadReport[])
    const nani = show('Nani', reports[2] as LoadReport[])
    console.log(
      `  ${(nani / floor).toFixed(2)} of the floor with one read; ${(transactions / (calls * rounds)).toFixed(2)} database round trips a call`,
    )
    highest.floor = Math.max(highest.floor, floor)
    highest.nani = Math.max(highest.nani, nani)
  }
  for (const floor of floors) await floor.stop()
  console.log(` the highest rates: ${(highest.nani / highest.floor).toFixed(2)} of the floor with one read`)
}

/** The demo application is limited to 1,000 calls a second. The measurement is of the server. */
const removeBurst = async (pool: pg.Pool) => {
  await pool.query("update applications set burst_per_second = 1000000 where name = 'Demo'")
  await pool.query("select pg_notify('nani_applications', application_id) from applications")
}

const write = ({ registerPool, vaultFor }: Platform, count: number) =>
  writePopulation({ pool: registerPool, vault: vaultFor('files'), count, seed, view: 'both' })

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-'))
const product = await startProduct(dataDir)
const databaseUrls = (await readRunningDatabase(dataDir)) as DatabaseUrls
const config = { ...readConfig({ NANI_DATA_DIR: dataDir }), maxConnections: 3 }
const owner = new pg.Client({ connectionString: databaseUrls.owner })
await owner.connect()
const platform = await openPlatform(config, databaseUrls, () => {})
const { pool } = platform
let separate: WithRegister | null = null
try {
  await removeBurst(pool)
  if (values.register || values['register-database']) {
    separate = await startWithRegister(dataDir, databaseUrls, values['register-database'])
    await removeBurst(separate.platform.pool)
  }
  for (const count of populations) {
    const writing = performance.now()
    await write(platform, count)
    await settle(dataDir, databaseUrls.owner)
    if (separate) {
      await write(separate.platform, count)
      await separate.settle()
    }
    console.log(
      `\n${count.toLocaleString('en')} citizens (written in ${((performance.now() - writing) / 1000).toFixed(0)} s)`,
    )
    if (separate) await measureRegister(product, pool, separate)
    else if (values.billing) await measureBilling(product, pool)
    else if (values.index) await measureIndex(values.index, product, owner, pool)
    else if (values.log) await measureLog(product, owner, pool)
    else await measure(product, databaseUrls.owner, pool)
  }
} finally {
  await separate?.stop()
  await owner.end()
  await platform.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
