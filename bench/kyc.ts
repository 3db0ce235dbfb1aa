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
 *                              to those of the first one, and to those of a third one without such a register (the control)
 * --register-database URL      the same with an empty database of yours for the register, such as a coordinator of Citus
 * --cells                      calls of two organizations in two cells, next to those of two organizations in one database;
 *                              with --register the register has a database of its own, too
 * --connections 32             with --cells: the connections of a process, to one database or divided among all
 * --home-database URL, --cell-database URL (twice), --register-database URL
 *                              with --cells: empty databases of yours, each with a login that may do everything
 * --one-database URL           with --cells: an empty database of yours for the product with one
 */
import { randomBytes } from 'node:crypto'
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
import { type Caller, createCallers } from './kyc/callers.ts'
import { removeLimits, settle, settleAs, untilLogged } from './kyc/databases.ts'
import type { LoadOrder, LoadReport } from './kyc/load.ts'
import { measureCells, measureRegister } from './kyc/measure-databases.ts'
import { type SecondProduct, startSecondProduct } from './kyc/own-register.ts'
import { applyLoad, type Product, type Running, startFloor, startProduct } from './kyc/processes.ts'
import { compareInTurns, show } from './kyc/turns.ts'
import { countOfDatabases, startWithCells, type WithCells } from './kyc/with-cells.ts'

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
    cells: { type: 'boolean', default: false },
    connections: { type: 'string', default: '32' },
    'home-database': { type: 'string' },
    'cell-database': { type: 'string', multiple: true, default: [] },
    'one-database': { type: 'string' },
  },
})
const populations = values.populations.split(',').map(Number)
const [calls, rounds] = [values.calls, values.rounds].map(Number) as [number, number]
const levels = values.concurrency.split(',').map(Number)
const target = '/v1/kyc/validations'
const seed = 'bench'
const maxSampledIds = 20_000

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

/** The same calls with something and without it, in turns, with the first number of callers. `prepare` returns what is sent. */
const compareCalls = (name: string, prepare: (variant: Variant) => Promise<LoadOrder>): Promise<void> =>
  compareInTurns(
    [
      { name: `without ${name}`, prepare: () => prepare('without') },
      { name: `with ${name}`, prepare: () => prepare('with') },
    ],
    rounds,
  )

const orderOf = async (credentials: Running['credentials'], pool: pg.Pool): Promise<LoadOrder> => ({
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

const write = ({ registerPool, vaultFor }: Platform, count: number) =>
  writePopulation({ pool: registerPool, vault: vaultFor('files'), count, seed, view: 'both' })

const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-'))
const hasRegister = values.register || values['register-database'] !== undefined
const connections = Number(values.connections)
const ofOne = values['one-database']
/** The product with one database: the embedded one, or one of yours. */
const settings = {
  NANI_DATA_DIR: dataDir,
  ...(values.cells && { NANI_DATABASE_CONNECTIONS: String(connections) }),
  ...(ofOne && {
    ...{ DATABASE_URL: ofOne, NANI_DEMO: 'production' },
    NANI_MASTER_KEY: randomBytes(32).toString('base64'),
  }),
}

/** The databases of yours for home, the cells and the register. Null: none. */
const readGiven = () => {
  const { 'home-database': home, 'cell-database': cells, 'register-database': register = null } = values
  if (home === undefined && cells.length === 0) return null
  if (home === undefined || cells.length !== 2 || hasRegister !== (register !== null))
    throw new Error(
      'Give --home-database, two of --cell-database, and --register-database if it has one of its own.',
    )
  return { home, cells, register }
}
const given = values.cells ? readGiven() : null

const product = await startProduct(dataDir, settings)
const databaseUrls = ofOne
  ? { app: ofOne, owner: ofOne }
  : ((await readRunningDatabase(dataDir)) as DatabaseUrls)
const config = { ...readConfig(settings), maxConnections: 3 }
const owner = new pg.Client({ connectionString: databaseUrls.owner })
await owner.connect()
const platform = await openPlatform(config, databaseUrls, () => {})
const { pool } = platform
const seconds: SecondProduct[] = []
let withCells: WithCells | null = null
/** With cells: the two of the product with one database. */
let callers: Caller[] = []
try {
  await removeLimits(pool)
  if (values.cells) {
    callers = await createCallers(platform, product.credentials.base_url, ['one', 'two'])
    withCells = await startWithCells({
      ...{ hasRegister, given },
      connections: Math.floor(connections / countOfDatabases(hasRegister)),
    })
  } else if (hasRegister) {
    const url = values['register-database']
    seconds.push(
      await startSecondProduct(dataDir, databaseUrls, { name: 'bench_control', register: 'in home' }),
      await startSecondProduct(dataDir, databaseUrls, {
        ...{ name: 'bench', register: url === undefined ? 'own' : { url } },
      }),
    )
  }
  for (const count of populations) {
    const writing = performance.now()
    await write(platform, count)
    await (ofOne ? settleAs(ofOne) : settle(dataDir, databaseUrls.owner))
    for (const second of withCells ? [withCells] : seconds) {
      await write(second.platform, count)
      await second.settle()
    }
    console.log(
      `\n${count.toLocaleString('en')} citizens (written in ${((performance.now() - writing) / 1000).toFixed(0)} s)`,
    )
    if (withCells) await measureCells({ callers, platform, orderOf, rounds }, withCells)
    else if (seconds.length > 0) await measureRegister({ product, platform, orderOf, rounds }, seconds)
    else if (values.billing) await measureBilling(product, pool)
    else if (values.index) await measureIndex(values.index, product, owner, pool)
    else if (values.log) await measureLog(product, owner, pool)
    else await measure(product, databaseUrls.owner, pool)
  }
} finally {
  await withCells?.stop()
  for (const second of seconds) await second.stop()
  await owner.end()
  await platform.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
