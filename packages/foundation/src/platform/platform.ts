import type pg from 'pg'
import { type Archive, openArchive } from '../archive/index.ts'
import {
  errorLine,
  type IdSource,
  idSource,
  invalidSetting,
  type Log,
  type Random,
  Refusal,
  systemRandom,
} from '../core/index.ts'
import {
  allPlaces,
  appRole,
  clockSources,
  createComingPartitions,
  createDailyVault,
  type DatabaseClock,
  type DatabaseUrls,
  type DaySalts,
  type Destination,
  databaseFailure,
  fileKey,
  givenKey,
  isSealed,
  mayChangeSchema,
  mayTakeAppRole,
  openDatabaseClock,
  openDaySalts,
  openPool,
  openReads,
  openRootKey,
  placeOf,
  placesOfHome,
  proveConnection,
  type Reads,
  readsOfPrimary,
  replicaLimits,
  type Vault,
} from '../storage/index.ts'
import { type OpenRegister, openRegister } from './open-register.ts'
import { pairRegister, requireOwnRegister } from './register-identity.ts'
import { prepareSchema, requireCurrentSchema, requireInstallation, schemaState } from './schema.ts'
import { type InstallationSettings, isTrial, type ProcessRole } from './settings.ts'

/** The database, brought up to date, and its keys, for the server and for operators' acts. */
export type Platform = {
  pool: pg.Pool
  /** For the tables of the register. It is `pool` itself where the register has no database of its own. */
  registerPool: pg.Pool
  /** The same for reads that may be without the newest commits: never for nonces, quotas, money or monitoring. */
  reads: Reads
  /** Of the owner of the schema: changes it, and deletes what is past its retention. Calls never use it. */
  ownerPool: pg.Pool
  /** The same for the database of the register. It is `ownerPool` itself where the register has no database of its own. */
  registerOwnerPool: pg.Pool
  /** False where the process was given only the login that serves calls: it deletes nothing past its retention. */
  ownsSchema: boolean
  /** Of the role that serves calls. */
  connectionString: string
  /** The same for the database of the register. */
  registerConnectionString: string
  rootKey: Buffer
  /** The time of the database. */
  clock: DatabaseClock
  random: Random
  newId: IdSource
  /** Of the keys that values are sealed under: one for each use and day. */
  daySalts: DaySalts
  vaultFor(use: string): Vault
  /** The days that are no more in the database. */
  archive: Archive
  /** The data directory of this machine. */
  dataDir: string
  /** The address on which all ports listen. */
  host: string
  /** What this process does. */
  role: ProcessRole
  /** Whether a start may change the schema. */
  migrates: boolean
  log: Log
  /** Keeps no process alive that is asked to stop. */
  pause(ms: number): Promise<void>
  close(): Promise<void>
}

/** Only a trial keeps a master key next to its data. Every other installation must provide one. */
export const requireMasterKey = (config: InstallationSettings): void => {
  if (config.masterKey || isTrial(config)) return
  const why = config.databaseUrl
    ? 'DATABASE_URL is set'
    : `Nani listens on ${config.host}, not on this machine alone`
  const earlier = config.databaseUrl
    ? 'An earlier release may have kept a key in the database. Export that key first.'
    : `If ${config.dataDir}/master-key exists, set it to the content of that file.`
  throw new Refusal('master_key_required', `NANI_MASTER_KEY is required, because ${why}.`, {
    next: `Create a key with: openssl rand -base64 32. ${earlier}`,
    context: { stored: config.databaseUrl ? 'database' : 'file' },
  })
}

const statementTimeoutMs = 15_000
const maxOwnerConnections = 2

export type { DatabaseUrls }

/** The database of an installation, and that of its register where it is another one. */
export type InstallationUrls = DatabaseUrls & { register?: DatabaseUrls }

/** Null on the embedded database, whose logins are known once it runs. */
export const databaseUrls = (config: InstallationSettings): InstallationUrls | null => {
  const { databaseUrl: app, ownerDatabaseUrl } = config
  return app === null ? null : withRegister({ app, owner: ownerDatabaseUrl ?? app }, config)
}

/** With the database of a register of its own, where the settings name one. */
export const withRegister = (
  home: DatabaseUrls,
  { registerDatabaseUrl: register, registerOwnerDatabaseUrl }: InstallationSettings,
): InstallationUrls => {
  if (register === null) return home
  // Each of the two would take the rights that the other one needs.
  if (placeOf(register) === placeOf(home.app))
    throw invalidSetting('NANI_REGISTER_DATABASE_URL names the database of DATABASE_URL. Name another one.')
  return { ...home, register: { app: register, owner: registerOwnerDatabaseUrl ?? register } }
}

/** `registerMayBeAway`: the caller works on home, and can do without a register of its own. */
type Opening = { onError(error: Error): void; log: Log; creates: boolean; registerMayBeAway: boolean }

/** Opens the database behind `urls` for a start: brings its schema up to date, and opens its root key. */
export const openPlatform = (
  config: InstallationSettings,
  urls: InstallationUrls,
  onError: (error: Error) => void,
  log: Log = () => {},
): Promise<Platform> => open(config, urls, { onError, log, creates: true, registerMayBeAway: false })

/** The same for a command, which never creates an installation. */
export const openExistingPlatform = (
  config: InstallationSettings,
  urls: InstallationUrls,
  onError: (error: Error) => void,
  { registerMayBeAway = false }: { registerMayBeAway?: boolean } = {},
): Promise<Platform> => open(config, urls, { onError, log: () => {}, creates: false, registerMayBeAway })

const open = async (
  config: InstallationSettings,
  urls: InstallationUrls,
  { onError, log, creates, registerMayBeAway }: Opening,
): Promise<Platform> => {
  requireMasterKey(config)
  const ownerPool = openPool(urls.owner, {
    maxConnections: maxOwnerConnections,
    statementTimeoutMs,
    onError,
  })
  let pool: pg.Pool | null = null
  let register: OpenRegister | null = null
  let clock: DatabaseClock | null = null
  let reads: Reads | null = null
  const close = async () => {
    clock?.stop()
    await Promise.all([reads?.close(), pool?.end(), ownerPool.end(), register?.close()])
  }
  try {
    await proveConnection(ownerPool, urls.owner, destinationOf(config, 'owner'))
    if (!creates) await requireInstallation(ownerPool)
    clock = await openDatabaseClock(clockSources(ownerPool), (line) => log(`clock: ${line}`, 'warn'))
    const random = systemRandom()
    const ownsSchema = await mayChangeSchema(ownerPool)
    // Home is last: a release that finds its schema there finds that of the register too.
    if (urls.register)
      register = await openRegister(config, urls.register, {
        ...{ home: ownerPool, mayBeAway: registerMayBeAway, statementTimeoutMs, onError },
      })
    else await requireOwnRegister(ownerPool, null)
    if (register?.isAway) await requireCurrentSchema(ownerPool, 'the database of the register is away')
    else if (!config.migrate || !ownsSchema)
      await requireCurrentSchema(ownerPool, ownsSchema ? isNotMigrated : mayNotMigrate(config))
    // A command leaves a current schema as it is. The server compares the rights on it.
    else if (creates || !(await schemaState(ownerPool)).current)
      await prepareSchema(ownerPool, register ? placesOfHome : allPlaces)
    if (register && !register.isAway) await pairRegister(ownerPool, register.ownerPool)
    pool = openPool(urls.app, {
      maxConnections: config.maxConnections,
      statementTimeoutMs,
      onError,
      ownerPool,
      // One login for both gives up what calls do not need, where it may.
      role: urls.app === urls.owner && (await mayTakeAppRole(ownerPool)) ? appRole : undefined,
    })
    if (urls.app !== urls.owner) await proveConnection(pool, urls.app, destinationOf(config, 'app'))
    reads = replicaOf(config, pool, { onError, log })
    await createComingPartitions(ownerPool, clock.now())
    const rootKey = await findRootKey(config, pool, random)
    const onSaltError = (error: unknown) => log(`salts of days: ${errorLine(error)}`, 'error')
    const daySalts = await openDaySalts({ ownerPool, clock, random, onError: onSaltError })
    return {
      ...{ pool, reads, ownerPool, ownsSchema },
      registerPool: register?.pool ?? pool,
      registerOwnerPool: register?.ownerPool ?? ownerPool,
      connectionString: urls.app,
      registerConnectionString: urls.register?.app ?? urls.app,
      rootKey,
      clock,
      random,
      newId: idSource(clock, random),
      daySalts,
      vaultFor: (use) => createDailyVault({ masterKey: rootKey, use, random, salts: daySalts }),
      archive: openArchive({
        ...{ pool, rootKey, folder: config.archiveDir.folder },
        isShared: config.databaseUrl === null || config.archiveDir.isGiven,
      }),
      dataDir: config.dataDir,
      host: config.host,
      role: config.role,
      migrates: config.migrate,
      log,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
      close,
    }
  } catch (error) {
    await close()
    throw databaseFailure(error, destinationOf(config, 'owner')) ?? error
  }
}

/** A replica that cannot be reached does not prevent a start: all reads use the primary. */
const replicaOf = (
  { replicaDatabaseUrl: url, replicaMaxLagSeconds, maxConnections }: InstallationSettings,
  pool: pg.Pool,
  { onError, log }: Pick<Opening, 'onError' | 'log'>,
): Reads =>
  url === null
    ? readsOfPrimary(pool)
    : openReads(pool, openPool(url, { maxConnections, ...replicaLimits, onError }), {
        maxLagMs: 1_000 * replicaMaxLagSeconds,
        monotonicMs: () => performance.now(),
        onChange: (line) => log(line, 'warn'),
      })

/** How messages name the database, without its login. */
export const destinationOf = (
  { databaseUrl, ownerDatabaseUrl, dataDir }: InstallationSettings,
  role: keyof DatabaseUrls,
): Destination => {
  if (databaseUrl === null) return { variable: 'the data directory', place: dataDir }
  const variable = role === 'owner' && ownerDatabaseUrl ? 'NANI_OWNER_DATABASE_URL' : 'DATABASE_URL'
  return { variable, place: placeOf(role === 'owner' ? (ownerDatabaseUrl ?? databaseUrl) : databaseUrl) }
}

const isNotMigrated = 'neither a check nor a process with NANI_MIGRATE=0 changes it'
const mayNotMigrate = ({ ownerDatabaseUrl }: InstallationSettings): string =>
  ownerDatabaseUrl
    ? 'the login of NANI_OWNER_DATABASE_URL may not change it'
    : 'the login of DATABASE_URL may not change it (set NANI_OWNER_DATABASE_URL)'

/** The master key of an installation that exists: of the environment, or of the file in the data directory. */
export const existingMasterKey = (config: InstallationSettings): Promise<Buffer> => {
  requireMasterKey(config)
  return (config.masterKey ? givenKey(config.masterKey) : fileKey(config.dataDir, false)).masterKey()
}

/** The key that everything is sealed under, opened with the master key that the operator gave or left to us. */
const findRootKey = async (config: InstallationSettings, pool: pg.Pool, random: Random): Promise<Buffer> => {
  const mayCreate = !(await isSealed(pool))
  const provider = config.masterKey ? givenKey(config.masterKey) : fileKey(config.dataDir, mayCreate)
  return openRootKey(pool, await provider.masterKey(), random)
}
