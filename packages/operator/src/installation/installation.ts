import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { printable, type Terminal } from '@nani/cli'
import type { Environment } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  type InstallationUrls,
  openExistingPlatform,
  type Platform,
  withDatabases,
} from '@nani/foundation/platform/index.ts'
import { type Config, readConfig } from '@nani/server/app/app/settings.ts'
import type { Mail } from '@nani/server/organizations/mail/index.ts'
import type { OrganizationDependencies } from '@nani/server/organizations/organizations/index.ts'

/** The installation that a command works on, running or stopped. */
export type Installation = Platform &
  OrganizationDependencies & {
    config: Config
    /** The installation itself, where this one has the database of a cell in place of home. */
    home?: Installation
  }

/** The settings of a command that needs no installation, such as one that has the master key in a variable. */
export const settingsAt = ({ env, cwd }: Terminal): Config =>
  readConfig({ ...env, NANI_DATA_DIR: resolve(cwd, env.NANI_DATA_DIR || '.nani') })

// A new, empty database would look like an empty register, so a missing installation is an error.
export const locate = (terminal: Terminal): Config => {
  const { env, cwd } = terminal
  if (env.NANI_DATA_DIR || env.DATABASE_URL || env.DATABASE_URL_FILE) return settingsAt(terminal)
  const dataDir = [cwd, terminal.installationDir ?? cwd].map((dir) => join(dir, '.nani')).find(existsSync)
  if (dataDir) return readConfig({ ...env, NANI_DATA_DIR: dataDir })
  throw new Refusal('installation_not_found', `There is no installation at ${resolve(cwd, '.nani')}.`)
}

type OpeningOptions = Parameters<typeof openExistingPlatform>[3]

/**
 * Runs `use` on the database of the installation: that of DATABASE_URL, or the embedded one, which is started
 * for the occasion when Nani is not running.
 */
export const withInstallation = async <Answer>(
  terminal: Terminal,
  use: (installation: Installation) => Promise<Answer>,
  options: OpeningOptions = {},
): Promise<Answer> => {
  const config = locate(terminal)
  const onDatabase = (urls: InstallationUrls) => withPlatform({ config, urls, ...options }, terminal, use)
  return withDatabases(config, onDatabase)
}

/** Runs `use` on the database of these logins. */
export const withPlatform = async <Answer>(
  { config, urls, ...options }: { config: Config; urls: InstallationUrls } & OpeningOptions,
  terminal: Terminal,
  use: (installation: Installation) => Promise<Answer>,
): Promise<Answer> => {
  let closing = false
  const onError = (error: Error) => {
    // A database started for the occasion stops right after, and may be faster than the last connection.
    if (!closing) terminal.err(`The database connection broke: ${printable(error.message)}\n`)
  }
  const platform = await openExistingPlatform(config, urls, onError, options)
  try {
    return await use({ ...platform, config, credentialsVault: platform.vaultFor('credentials') })
  } finally {
    closing = true
    await platform.close()
  }
}

/**
 * Where callers of this environment reach the installation: as configured, as it last listened, or by default. Null
 * with DATABASE_URL and no configured address, because the processes may listen on any machine and port.
 */
export const baseUrlOf = (config: Config, environment: Environment): string | null => {
  const configured = environment === 'sandbox' ? config.sandboxUrl : config.productionUrl
  if (config.databaseUrl !== null) return configured
  return (
    configured ??
    lastListened(config, environment) ??
    (environment === 'sandbox'
      ? `http://${config.host}:${config.sandboxPort}`
      : `https://${config.host}:${config.productionPort}`)
  )
}

const lastListened = ({ dataDir }: Config, environment: Environment): string | undefined => {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'demo-credentials.json'), 'utf8'))[environment].base_url
  } catch {
    return undefined
  }
}

/**
 * Mails of commands. The server sends them: within two seconds if it runs, and otherwise after its next start. A demo without a
 * server of mails shows them.
 */
export const mailOf = async (installation: Installation): Promise<Pick<Mail, 'write' | 'wake'>> => {
  const { writeMail } = await import('@nani/server/organizations/mail/index.ts')
  const { isDemo } = await import('@nani/server/organizations/organizations/index.ts')
  const { config, newId, vaultFor } = installation
  const isShown = config.smtpUrl === null && (await isDemo(installation))
  const writing = { newId, vault: vaultFor('mail'), state: isShown ? 'shown' : 'waiting' } as const
  return { write: (client, mail) => writeMail(client, mail, writing), wake() {} }
}
