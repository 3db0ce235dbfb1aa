import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DatabaseUrls,
  databaseUrls,
  type InstallationUrls,
  openPlatform,
  type Platform,
} from '@nani/foundation/platform/index.ts'
import { distributionStatements } from '@nani/foundation/storage/index.ts'
import { readConfig } from '@nani/server/app/app/index.ts'
import pg from 'pg'
import { type Product, startProduct } from './processes.ts'

/** Only the superuser of the embedded PostgreSQL of `dataDir` may create a database, and request a checkpoint. */
const superuserUrl = async (dataDir: string, url: string): Promise<string> => {
  const own = new URL(url)
  own.username = 'nani'
  own.password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  return own.href
}

const run = async (url: string, ...texts: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

/** Writes of the import that are still pending would be charged to the measured calls. */
export const settle = async (dataDir: string, url: string): Promise<void> =>
  run(await superuserUrl(dataDir, url), 'vacuum analyze citizens', 'checkpoint')

const on = (url: string, database: string): string => {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

const names = { home: 'bench_home', register: 'bench_register' }

/** Distributes the tables where the database is a coordinator of Citus. The people of the sandbox are moved too. */
const distribute = async ({ registerOwnerPool: pool }: Platform): Promise<void> => {
  const { rowCount } = await pool.query(`select from pg_extension where extname = 'citus'`)
  if (rowCount === 1) for (const text of distributionStatements()) await pool.query(text)
}

export type WithRegister = {
  product: Product
  platform: Platform
  settle(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a product whose register has a database of its own. Both of its databases are on the PostgreSQL of another product, in
 * `serverDir`, or the register is in the empty database `given`.
 */
export const startWithRegister = async (
  serverDir: string,
  server: DatabaseUrls,
  given?: string,
): Promise<WithRegister> => {
  const superuser = await superuserUrl(serverDir, server.owner)
  for (const name of given ? [names.home] : Object.values(names))
    await run(superuser, `create database ${name} owner nani_owner`)
  const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-register-'))
  const settings = {
    NANI_DATA_DIR: dataDir,
    DATABASE_URL: on(server.app, names.home),
    NANI_OWNER_DATABASE_URL: on(server.owner, names.home),
    NANI_REGISTER_DATABASE_URL: given ?? on(server.app, names.register),
    NANI_REGISTER_OWNER_DATABASE_URL: given ?? on(server.owner, names.register),
    NANI_MASTER_KEY: randomBytes(32).toString('base64'),
    NANI_DEMO: 'production',
  }
  const product = await startProduct(dataDir, settings)
  const config = { ...readConfig(settings), maxConnections: 3 }
  const platform = await openPlatform(config, databaseUrls(config) as InstallationUrls, () => {})
  await distribute(platform)
  return {
    product,
    platform,
    settle: async () => {
      if (given) await run(given, 'vacuum analyze citizens')
      else await settle(serverDir, on(server.owner, names.register))
    },
    stop: async () => {
      await platform.close()
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
