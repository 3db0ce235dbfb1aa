import type pg from 'pg'
import { Refusal } from '../core/index.ts'
import { withInstallationDatabase } from '../embedded-postgres/index.ts'
import {
  allPlaces,
  buildQueueIndexes,
  clientLike,
  distributionStatements,
  openPool,
  type Place,
  placesOfHome,
  placesOfRegister,
  proveConnection,
  undistributedTables,
} from '../storage/index.ts'
import { registerDestination } from './open-register.ts'
import { databaseUrls, destinationOf, type InstallationUrls, withRegister } from './platform.ts'
import { requireOwnRegister } from './register-identity.ts'
import { prepareSchema, requireInstallation, schemaState } from './schema.ts'
import type { InstallationSettings } from './settings.ts'

const maxBuildMs = 60_000

/** Runs `use` on the database of the installation as the owner of its schema, and on that of a register of its own. */
const onOwnerDatabases = async <Answer>(
  config: InstallationSettings,
  use: (home: pg.Pool, register: pg.Pool | null) => Promise<Answer>,
): Promise<Answer> => {
  const opened: pg.Pool[] = []
  const openOwner = async (url: string, destination: ReturnType<typeof destinationOf>): Promise<pg.Pool> => {
    const pool = openPool(url, { maxConnections: 2, statementTimeoutMs: 15_000, onError: () => {} })
    opened.push(pool)
    await proveConnection(pool, url, destination)
    return pool
  }
  const onUrls = async ({ owner, register }: InstallationUrls) => {
    try {
      const home = await openOwner(owner, destinationOf(config, 'owner'))
      const ofRegister = register
        ? await openOwner(register.owner, registerDestination(register.owner))
        : null
      await requireOwnRegister(home, ofRegister)
      return await use(home, ofRegister)
    } finally {
      for (const pool of opened) await pool.end()
    }
  }
  return withDatabases(config, onUrls)
}

/** Runs `use` with the databases of the settings, or with the embedded one and the register that the settings name. */
export const withDatabases = <Answer>(
  config: InstallationSettings,
  use: (urls: InstallationUrls) => Promise<Answer>,
): Promise<Answer> => {
  const urls = databaseUrls(config)
  return urls
    ? use(urls)
    : withInstallationDatabase(config.dataDir, (embedded) => use(withRegister(embedded, config)))
}

/** The schema of one database after a migration or a check. */
export type Migrated = { applied: string[]; current: boolean; pending: string[] }

/** Other databases of an installation, such as its cells. */
export type OtherDatabases = {
  /** Brings their schema up to date, before home. With `check` it changes nothing. */
  migrate(check: boolean): Promise<Readonly<Record<string, Migrated>>>
  /** Runs when home is current too. */
  finish(): Promise<void>
}

/** Brings the schema of all databases up to date. With `check` it changes nothing. */
export const migrateDatabases = (
  config: InstallationSettings,
  check: boolean,
  openOthers: (home: pg.Pool) => Promise<OtherDatabases | null> = async () => null,
) =>
  onOwnerDatabases(config, async (home, register) => {
    // Home is last: a release that finds its schema there finds that of the others too.
    const others = await openOthers(home)
    const cells = (await others?.migrate(check)) ?? {}
    const ofRegister = register && (await migrateOne(register, placesOfRegister, check))
    const ofHome = await migrateOne(home, register ? placesOfHome : allPlaces, check)
    if (!check) await others?.finish()
    const all = [...Object.values(cells), ...(ofRegister ? [ofRegister] : []), ofHome]
    return {
      applied: [...new Set(all.flatMap(({ applied }) => applied))],
      current: all.every(({ current }) => current),
      pending: [...new Set(all.flatMap(({ pending }) => pending))],
      ...(others && { cells }),
    }
  })

/** Brings the schema of one database up to date, with the rights on the tables of these places. With `check` it changes nothing. */
export const migrateOne = async (
  pool: pg.Pool,
  places: readonly Place[],
  check: boolean,
): Promise<Migrated> => {
  const applied = check ? [] : await prepareSchema(pool, places)
  if (!check && !(await buildQueueIndexes(pool, maxBuildMs)))
    throw new Refusal('index_not_built', 'The schema is current, but an index of the queue is not built yet.')
  return { applied, ...(await schemaState(pool)) }
}

/** Distributes the register of a current schema on a coordinator with Citus. Safe to repeat. */
export const distributeRegister = (config: InstallationSettings): Promise<void> =>
  onOwnerDatabases(config, async (home, register) => {
    const pool = register ?? home
    await requireInstallation(pool)
    const { rowCount } = await pool.query(`select from pg_extension where extname = 'citus'`)
    if (rowCount === 0)
      throw new Refusal(
        'citus_missing',
        'The database is not a coordinator of Citus: the extension citus is not installed.',
      )
    // The rows of a whole country are moved in one statement.
    const client = clientLike(pool, { statement_timeout: 0, query_timeout: 0 })
    await client.connect()
    try {
      for (const statement of distributionStatements()) await client.query(statement)
    } finally {
      await client.end()
    }
    const wrong = await undistributedTables(pool)
    if (wrong.length > 0)
      throw new Refusal('tables_not_distributed', `Citus did not distribute ${wrong.join(', ')}.`)
  })
