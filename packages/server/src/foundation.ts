import type pg from 'pg'
import {
  type Clock,
  type Config,
  type IdSource,
  idSource,
  type Random,
  systemClock,
  systemRandom,
} from './core/index.ts'
import { createQueueSchema } from './delivery/index.ts'
import {
  createVault,
  databaseKey,
  fileKey,
  givenKey,
  maintainPartitions,
  migrate,
  openPool,
  openRootKey,
  type Vault,
} from './storage/index.ts'

/** What the server and the operator's command line both stand on: a database that is up to date, and its keys. */
export type Foundation = {
  pool: pg.Pool
  connectionString: string
  rootKey: Buffer
  clock: Clock
  random: Random
  newId: IdSource
  vaultFor(use: string): Vault
  close(): Promise<void>
}

const statementTimeoutMs = 15_000

/** Opens the database behind `connectionString`, brings its schema up to date, and opens its root key. */
export const openFoundation = async (
  config: Config,
  connectionString: string,
  onError: (error: Error) => void,
): Promise<Foundation> => {
  const pool = openPool(connectionString, {
    maxConnections: config.maxConnections,
    statementTimeoutMs,
    onError,
  })
  try {
    const clock = systemClock
    const random = systemRandom()
    await migrate(pool)
    await createQueueSchema(pool)
    await maintainPartitions(pool, clock.now())
    const rootKey = await findRootKey(config, pool, connectionString, random)
    return {
      pool,
      connectionString,
      rootKey,
      clock,
      random,
      newId: idSource(clock, random),
      vaultFor: (use) => createVault(rootKey, use, random),
      close: () => pool.end(),
    }
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** The key that everything is sealed under, opened with the master key that the operator gave or left to us. */
const findRootKey = async (
  config: Config,
  pool: pg.Pool,
  connectionString: string,
  random: Random,
): Promise<Buffer> => {
  const provider = config.masterKey
    ? givenKey(config.masterKey)
    : config.databaseUrl
      ? databaseKey(pool, connectionString)
      : fileKey(config.dataDir)
  return openRootKey(pool, await provider.masterKey(), random)
}
