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
  type Vault,
} from './storage/index.ts'

/** What the server and the operator's command line both stand on: a database that is up to date, and its keys. */
export type Foundation = {
  pool: pg.Pool
  connectionString: string
  masterKey: Buffer
  clock: Clock
  random: Random
  newId: IdSource
  vaultFor(use: string): Vault
  close(): Promise<void>
}

const statementTimeoutMs = 15_000

/** Opens the database behind `connectionString`, brings its schema up to date, and finds the master key. */
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
    const masterKey = await findMasterKey(config, pool, connectionString, random)
    return {
      pool,
      connectionString,
      masterKey,
      clock,
      random,
      newId: idSource(clock, random),
      vaultFor: (use) => createVault(masterKey, use, random),
      close: () => pool.end(),
    }
  } catch (error) {
    await pool.end()
    throw error
  }
}

const checkText = 'nani'

/** The master key, proven to be the one that sealed this database before anything is sealed with it. */
const findMasterKey = async (
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
  const masterKey = await provider.masterKey()
  const vault = createVault(masterKey, 'check', random)
  const { rows } = await pool.query<{ sealed: Buffer }>(
    `insert into installation_secrets (name, sealed, created_at) values ('master_key_check', $1, now())
     on conflict (name) do update set name = excluded.name returning sealed`,
    [vault.seal(Buffer.from(checkText), 'check')],
  )
  try {
    vault.open((rows[0] as { sealed: Buffer }).sealed, 'check')
  } catch {
    throw new Error(
      'This database was sealed under another master key. Set NANI_MASTER_KEY to the key that it was started with.',
    )
  }
  return masterKey
}
