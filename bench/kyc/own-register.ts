import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
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
import { on, removeLimits, run, settle, superuserUrl } from './databases.ts'
import { type Product, startProduct } from './processes.ts'

/** Distributes the tables where the database is a coordinator of Citus. The people of the sandbox are moved too. */
const distribute = async ({ registerOwnerPool: pool }: Platform): Promise<void> => {
  const { rowCount } = await pool.query(`select from pg_extension where extname = 'citus'`)
  if (rowCount === 1) for (const text of distributionStatements()) await pool.query(text)
}

export type SecondProduct = {
  product: Product
  platform: Platform
  settle(): Promise<void>
  stop(): Promise<void>
}

type Second = {
  /** The beginning of the names of its databases. */
  name: string
  /** `own`: the register is in a database of its own on the same PostgreSQL. A URL: it is in that empty database. */
  register: 'in home' | 'own' | { url: string }
}

/** Starts a second product on databases of its own, on the PostgreSQL of another product in `serverDir`. */
export const startSecondProduct = async (
  serverDir: string,
  server: DatabaseUrls,
  { name, register }: Second,
): Promise<SecondProduct> => {
  const names = { home: `${name}_home`, register: `${name}_register` }
  const superuser = await superuserUrl(serverDir, server.owner)
  const created = register === 'own' ? [names.home, names.register] : [names.home]
  for (const database of created) await run(superuser, `create database ${database} owner nani_owner`)
  const given = typeof register === 'object' ? register.url : null
  const dataDir = await mkdtemp(join(tmpdir(), 'nani-bench-register-'))
  const settings = {
    NANI_DATA_DIR: dataDir,
    DATABASE_URL: on(server.app, names.home),
    NANI_OWNER_DATABASE_URL: on(server.owner, names.home),
    ...(register !== 'in home' && {
      NANI_REGISTER_DATABASE_URL: given ?? on(server.app, names.register),
      NANI_REGISTER_OWNER_DATABASE_URL: given ?? on(server.owner, names.register),
    }),
    NANI_MASTER_KEY: randomBytes(32).toString('base64'),
    NANI_DEMO: 'production',
  }
  const product = await startProduct(dataDir, settings)
  const config = { ...readConfig(settings), maxConnections: 3 }
  const platform = await openPlatform(config, databaseUrls(config) as InstallationUrls, () => {})
  await distribute(platform)
  await removeLimits(platform.pool)
  return {
    product,
    platform,
    settle: async () => {
      if (given) await run(given, 'vacuum analyze citizens')
      else await settle(serverDir, on(server.owner, register === 'own' ? names.register : names.home))
    },
    stop: async () => {
      await platform.close()
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
