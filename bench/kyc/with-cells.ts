import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  type DatabaseUrls,
  databaseUrls,
  type InstallationUrls,
  openPlatform,
  type Platform,
} from '@nani/foundation/platform/index.ts'
import { readConfig } from '@nani/server/app/app/index.ts'
import { addCell, checkCells, placeOrganization, prepareCell } from '@nani/server/app/cells/index.ts'
import pg from 'pg'
import { freePort } from '../../testing/machine/free-port.ts'
import { type Caller, createCallers, operator } from './callers.ts'
import { type CopyingServer, startCopyingServer } from './copying-server.ts'
import { settleAs } from './databases.ts'
import { startServer } from './processes.ts'

const names = ['a', 'b'] as const

type Database = DatabaseUrls & { superuser: string }
type Databases = {
  home: Database
  /** The login with which the cells read home. */
  copies: string
  cells: readonly Database[]
  /** Null: it is in home. */
  register: Database | null
  /** The server of the last cell, if it has one of its own. */
  lastServer: CopyingServer | null
  stop(): Promise<void>
}

/** Empty databases of yours, each with a login that may do everything there. */
export type GivenDatabases = { home: string; cells: readonly string[]; register: string | null }

const createOn = async (server: CopyingServer, name: string): Promise<Database> => {
  await server.createDatabase(name)
  const urlOf = (login: Parameters<typeof server.urlOf>[0]) => server.urlOf(login, name)
  return { app: urlOf('app'), owner: urlOf('owner'), superuser: urlOf('superuser') }
}

const startDatabases = async ({
  hasRegister,
  lastIsApart,
}: Pick<Wanted, 'hasRegister' | 'lastIsApart'>): Promise<Databases> => {
  const servers: CopyingServer[] = []
  const start = async () => {
    const server = await startCopyingServer()
    servers.push(server)
    return server
  }
  const stop = async () => {
    for (const server of servers.toReversed()) await server.stop()
  }
  try {
    const server = await start()
    const lastServer = lastIsApart ? await start() : null
    const create = (name: string) => createOn(server, name)
    return {
      home: await create('bench_home'),
      copies: server.urlOf('copies', 'bench_home'),
      cells: [
        await create(`bench_cell_${names[0]}`),
        await createOn(lastServer ?? server, `bench_cell_${names[1]}`),
      ],
      register: hasRegister ? await create('bench_register') : null,
      ...{ lastServer, stop },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const ofGiven = ({ home, cells, register }: GivenDatabases): Databases => {
  const one = (url: string): Database => ({ app: url, owner: url, superuser: url })
  return {
    ...{ home: one(home), copies: home, cells: cells.map(one) },
    register: register === null ? null : one(register),
    lastServer: null,
    stop: async () => {},
  }
}

/** The databases among which the connections are divided. */
export const countOfDatabases = (hasRegister: boolean): number => 1 + names.length + (hasRegister ? 1 : 0)

export type WithCells = {
  platform: Platform
  callers: Caller[]
  cellPools: pg.Pool[]
  lastServer: CopyingServer | null
  /** Waits until all cells are served. */
  whenServed(): Promise<void>
  settle(): Promise<void>
  stop(): Promise<void>
}

type Wanted = {
  hasRegister: boolean
  /** Null: a server of PostgreSQL is started, which has all databases. */
  given: GivenDatabases | null
  /** Of the process, to each database. */
  connections: number
  /** The last cell has a server of PostgreSQL of its own. */
  lastIsApart?: boolean
}

/** Starts a product with two cells and an organization in each. */
export const startWithCells = async (wanted: Wanted): Promise<WithCells> => {
  const started: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const stopOne of started.toReversed()) await stopOne()
  }
  try {
    return { ...(await start(wanted, started)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** `started` gets what stops each part. */
const start = async (
  { hasRegister, given, connections, lastIsApart = false }: Wanted,
  started: (() => Promise<unknown>)[],
): Promise<Omit<WithCells, 'stop'>> => {
  const databases = given ? ofGiven(given) : await startDatabases({ hasRegister, lastIsApart })
  started.push(databases.stop)
  const { home, copies, cells, register } = databases
  const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-cells-home-'))
  started.push(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const settings = {
    NANI_DATA_DIR: dataDir,
    DATABASE_URL: home.app,
    NANI_OWNER_DATABASE_URL: home.owner,
    ...(register && {
      NANI_REGISTER_DATABASE_URL: register.app,
      NANI_REGISTER_OWNER_DATABASE_URL: register.owner,
    }),
    NANI_MASTER_KEY: randomBytes(32).toString('base64'),
    NANI_DATABASE_CONNECTIONS: String(connections),
    NANI_SANDBOX_PORT: String(port),
  }
  const config = { ...readConfig(settings), maxConnections: 3 }
  const platform = await openPlatform(config, databaseUrls(config) as InstallationUrls, () => {})
  started.push(platform.close)
  const baseUrl = `http://127.0.0.1:${port}`
  const callers = await createCallers(platform, baseUrl, names)
  for (const [index, name] of names.entries()) {
    const { app, owner } = cells[index] as Database
    await addCell(operator, { name, urls: { app, owner, home: copies } }, platform)
    await prepareCell(operator, { name }, platform)
  }
  const isCopied = async () => (await checkCells(operator, {}, platform)).every(({ state }) => state === 'ok')
  await until(isCopied, 'the cells have no copies of home')
  for (const [index, { organizationId }] of callers.entries())
    await placeOrganization(
      operator,
      { organization_id: organizationId, cell: names[index] as string },
      platform,
    )
  const server = await startServer(dataDir, settings)
  started.push(server.stop)
  const isServed = async () => {
    const { status, warnings = [] } = (await (await fetch(`${baseUrl}/readyz`)).json()) as Readiness
    return status === 'ok' && !warnings.includes('cells')
  }
  const whenServed = () => until(isServed, 'the cells are away')
  await whenServed()
  const cellPools = cells.map(({ app }) => new pg.Pool({ connectionString: app, max: 1 }))
  // A connection that ends with its server is made again by the next query.
  for (const pool of cellPools) pool.on('error', () => {})
  started.push(() => Promise.all(cellPools.map((pool) => pool.end())))
  return {
    ...{ platform, callers, cellPools, whenServed },
    lastServer: databases.lastServer,
    settle: () => settleAs((register ?? home).superuser),
  }
}

type Readiness = { status: string; warnings?: string[] }

const waitMs = 60_000
const lookEveryMs = 200

const until = async (isSo: () => Promise<boolean>, otherwise: string): Promise<void> => {
  for (const startedAt = performance.now(); !(await isSo()); await setTimeout(lookEveryMs))
    if (performance.now() - startedAt > waitMs) throw new Error(otherwise)
}
