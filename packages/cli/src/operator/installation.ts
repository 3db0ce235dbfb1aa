import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '@nani/contract'
import { type Config, ConfigError, readConfig } from '@nani/server/core/index.ts'
import { type Foundation, openFoundation } from '@nani/server/foundation.ts'
import { type OrganizationDependencies, SettingsError } from '@nani/server/organizations/index.ts'
import { DataDirectoryInUse, withInstallationDatabase } from '@nani/server/storage/index.ts'
import { Failure } from '../failure.ts'
import { printable, type Terminal } from '../terminal.ts'

const projectRoot = fileURLToPath(new URL('../../../../', import.meta.url))

/** The installation that a command works on, running or stopped. */
export type Installation = Foundation & OrganizationDependencies & { config: Config }

// A database that is made by accident, because one stood in another folder, would look like an empty register.
const locate = (terminal: Terminal): Config => {
  const { env, cwd } = terminal
  if (env.NANI_DATA_DIR || env.DATABASE_URL) {
    return readConfig({ ...env, NANI_DATA_DIR: resolve(cwd, env.NANI_DATA_DIR || '.nani') })
  }
  const dataDir = [resolve(cwd, '.nani'), join(projectRoot, '.nani')].find(existsSync)
  if (dataDir) return readConfig({ ...env, NANI_DATA_DIR: dataDir })
  throw new Failure(
    `There is no installation at ${resolve(cwd, '.nani')}.`,
    'Start Nani once ("npm start"), or set NANI_DATA_DIR or DATABASE_URL.',
  )
}

/**
 * Runs `use` on the database of the installation: that of DATABASE_URL, or the embedded one, which is started
 * for the occasion when Nani is not running.
 */
export const withInstallation = async <Answer>(
  terminal: Terminal,
  use: (installation: Installation) => Promise<Answer>,
): Promise<Answer> => {
  try {
    const config = locate(terminal)
    const onDatabase = (url: string) => onFoundation(config, url, terminal, use)
    return config.databaseUrl
      ? await onDatabase(config.databaseUrl)
      : await withInstallationDatabase(config.dataDir, onDatabase)
  } catch (error) {
    throw operatorsToMend(error)
  }
}

const onFoundation = async <Answer>(
  config: Config,
  url: string,
  terminal: Terminal,
  use: (installation: Installation) => Promise<Answer>,
): Promise<Answer> => {
  let closing = false
  const foundation = await openFoundation(config, url, (error) => {
    // A database started for the occasion stops right after, and may be faster than the last connection.
    if (!closing) terminal.err(`The database connection broke: ${printable(error.message)}\n`)
  })
  try {
    return await use({ ...foundation, config, credentialsVault: foundation.vaultFor('credentials') })
  } finally {
    closing = true
    await foundation.close()
  }
}

const operatorsToMend = (error: unknown): unknown => {
  if (error instanceof SettingsError || error instanceof ConfigError) return new Failure(error.message, '')
  if (error instanceof DataDirectoryInUse)
    return new Failure(error.message, 'Wait until the other one has ended.')
  return error
}

/** Where callers of this environment reach the installation: as configured, as it last listened, or by default. */
export const baseUrlOf = (config: Config, environment: Environment): string => {
  const configured = environment === 'sandbox' ? config.sandboxUrl : config.productionUrl
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
