import { isIP, isIPv4 } from 'node:net'
import { join, resolve } from 'node:path'
import {
  type EnvironmentVariables,
  invalidSetting,
  type LogLevel,
  logLevels,
  parsedSetting,
  type Setting,
  type ValuesOf,
  wholeNumberSetting,
  yesOrNoSetting,
} from '../core/index.ts'
import { type DatabaseAddress, readDatabaseAddress } from '../storage/index.ts'

const databaseUrlSetting = (
  described: { variable: string; purpose: string; byDefault: string },
  check: (environment: EnvironmentVariables, address: DatabaseAddress) => void = () => {},
): Setting<string | null> =>
  parsedSetting({ ...described, secret: true }, (url, environment) => {
    if (url === null) return null
    check(environment, readDatabaseAddress(url, described.variable))
    return url
  })

const processRoles = ['all', 'api', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

const dataDirIn = (environment: EnvironmentVariables): string => resolve(environment.NANI_DATA_DIR || '.nani')

/** What every process of an installation needs: its database, its keys and its address. */
export const installationSettings = {
  dataDir: parsedSetting(
    { variable: 'NANI_DATA_DIR', purpose: 'The data directory, see below', byDefault: '`.nani`' },
    (_text, environment) => dataDirIn(environment),
  ),
  /** `isGiven`: a person chose the folder. The default is not kept where the data directory is not. */
  archiveDir: parsedSetting(
    {
      variable: 'NANI_ARCHIVE_DIR',
      purpose:
        'The folder of archived days ([the archive](#the-archive)). All processes need the same one. With `DATABASE_URL` the archive needs it',
      byDefault: '`archive` in the data directory',
    },
    (text, environment) => ({
      folder: text === null ? join(dataDirIn(environment), 'archive') : resolve(text),
      isGiven: text !== null,
    }),
  ),
  /** Null: the embedded PostgreSQL of the data directory. */
  databaseUrl: databaseUrlSetting({
    variable: 'DATABASE_URL',
    purpose:
      '`postgres://user:password@host:5432/nani`; PostgreSQL 15 or newer; the login that serves calls ([database roles](database-roles.md))',
    byDefault: 'the embedded PostgreSQL',
  }),
  /** The login that owns the schema; null: the one of `databaseUrl`. */
  ownerDatabaseUrl: databaseUrlSetting(
    {
      variable: 'NANI_OWNER_DATABASE_URL',
      purpose:
        'The login that owns the schema, for migrations and retention ([database roles](database-roles.md))',
      byDefault: 'that of `DATABASE_URL`',
    },
    (environment) => {
      if (!environment.DATABASE_URL)
        throw invalidSetting(
          'NANI_OWNER_DATABASE_URL needs DATABASE_URL too, because the embedded database has its own owner.',
        )
    },
  ),
  /** The login that serves calls in the database of the register; null: the register is in the database of all. */
  registerDatabaseUrl: databaseUrlSetting({
    variable: 'NANI_REGISTER_DATABASE_URL',
    purpose:
      'The register in a database of its own, with the login that serves calls ([several nodes](several-nodes.md#the-register))',
    byDefault: 'none: it has no database of its own',
  }),
  registerOwnerDatabaseUrl: databaseUrlSetting(
    {
      variable: 'NANI_REGISTER_OWNER_DATABASE_URL',
      purpose: 'The login that owns the schema in the database of the register',
      byDefault: 'that of `NANI_REGISTER_DATABASE_URL`',
    },
    (environment) => {
      if (!environment.NANI_REGISTER_DATABASE_URL && !environment.NANI_REGISTER_DATABASE_URL_FILE)
        throw invalidSetting('NANI_REGISTER_OWNER_DATABASE_URL needs NANI_REGISTER_DATABASE_URL too.')
    },
  ),
  /** A standby that answers reads without the newest commits. Null: the primary answers all. */
  replicaDatabaseUrl: databaseUrlSetting(
    {
      variable: 'NANI_REPLICA_DATABASE_URL',
      purpose:
        'One standby of the database, with the login that serves calls. It answers the reads of calls in the register, of the access log and of reports ([read replica](#read-replica))',
      byDefault: 'none',
    },
    (environment, { servers }) => {
      if (!environment.DATABASE_URL && !environment.DATABASE_URL_FILE)
        throw invalidSetting('NANI_REPLICA_DATABASE_URL needs DATABASE_URL too.')
      if (servers.length > 1)
        throw invalidSetting(
          'NANI_REPLICA_DATABASE_URL names several servers. Name one standby: each connection must reach the server that is compared with the primary.',
        )
    },
  ),
  replicaMaxLagSeconds: wholeNumberSetting({
    variable: 'NANI_REPLICA_MAX_LAG_SECONDS',
    purpose:
      'How old what a read of the replica returns may be. A replica that is further behind is not used',
    byDefault: '`5`',
    ...{ initial: 5, min: 1, max: 30 },
  }),
  /** Whether a start brings the schema up to date. */
  migrate: yesOrNoSetting({
    variable: 'NANI_MIGRATE',
    purpose:
      '`0`: a start does not migrate, and is refused when the schema is not current. Run `nani database migrate` first',
    byDefault: '`1`',
    initial: () => true,
  }),
  /** What this process does. Every installation needs both, in one process or in several. */
  role: parsedSetting(
    {
      variable: 'NANI_ROLE',
      purpose:
        'What the process does ([roles of processes](#roles-of-processes)): `api` serves calls and pages, `worker` performs jobs, deliveries, notices and maintenance, and `all` does both',
      byDefault: '`all`',
    },
    (text): ProcessRole => {
      const found = processRoles.find((role) => role === (text ?? 'all'))
      if (!found) throw invalidSetting(`NANI_ROLE must be ${processRoles.join(', ')}, not "${text}".`)
      return found
    },
  ),
  /** 32 bytes; null: made on first start and stored next to the data, which is for a trial only. */
  masterKey: parsedSetting(
    {
      variable: 'NANI_MASTER_KEY',
      purpose: '32 bytes in base64: `openssl rand -base64 32`',
      byDefault: 'see below; required with `DATABASE_URL`, and when `NANI_HOST` is not a loopback address',
      secret: true,
    },
    (_text, environment) => readMasterKey(environment, 'NANI_MASTER_KEY'),
  ),
  host: parsedSetting(
    { variable: 'NANI_HOST', purpose: 'The address on which all ports listen', byDefault: '`127.0.0.1`' },
    (text) => {
      const host = text ?? '127.0.0.1'
      if (isIP(host) === 0 && !/^[a-z0-9](?:[a-z0-9.-]{0,252})$/i.test(host))
        throw invalidSetting(`NANI_HOST must be an IP address or a host name, not "${host}".`)
      return host
    },
  ),
  maxConnections: wholeNumberSetting({
    variable: 'NANI_DATABASE_CONNECTIONS',
    purpose: 'Connections of one process',
    byDefault: '`16`',
    initial: 16,
    // Work that holds one connection may need a second one.
    min: 2,
    max: 500,
  }),
  logLevel: parsedSetting(
    {
      variable: 'NANI_LOG_LEVEL',
      purpose:
        'The least serious lines of the log: `debug`, `info`, `warn`, `error` or `fatal` ([the log](#the-log))',
      byDefault: '`info`',
    },
    (text): LogLevel => {
      const found = logLevels.find((level) => level === (text ?? 'info'))
      if (!found) throw invalidSetting(`NANI_LOG_LEVEL must be ${logLevels.join(', ')}, not "${text}".`)
      return found
    },
  ),
}

export type InstallationSettings = ValuesOf<typeof installationSettings>

/**
 * A trial uses the embedded database and is reached from this machine only. Any other installation is set up for
 * other people: it starts without a demo and requires a master key.
 */
export const isTrial = ({ databaseUrl, host }: Pick<InstallationSettings, 'databaseUrl' | 'host'>): boolean =>
  databaseUrl === null && isLoopback(host)

/** The same before the settings are read: defaults of other settings depend on it. */
export const isTrialIn = (environment: EnvironmentVariables): boolean =>
  isTrial({
    databaseUrl: installationSettings.databaseUrl.read(environment),
    host: installationSettings.host.read(environment),
  })

/** Names other than localhost are not looked up: they count as reachable by others. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (host.startsWith('127.') && isIPv4(host))

/** 32 bytes in base64, or null when nothing is set. */
export const readMasterKey = (environment: EnvironmentVariables, name: string): Buffer | null => {
  const text = environment[name]
  if (!text) return null
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) {
    throw invalidSetting(`${name} must be 32 bytes in base64. Create one with: openssl rand -base64 32`)
  }
  return key
}
