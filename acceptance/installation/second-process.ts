import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Installation, recognisingFaces, startInstallation } from './start-installation.ts'

/** The settings of another process for the database and the master key of a running installation. */
export const databaseOf = (
  dataDir: string,
): { DATABASE_URL: string; NANI_OWNER_DATABASE_URL: string; NANI_MASTER_KEY: string } => {
  const { url, owner_url } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as {
    url: string
    owner_url: string
  }
  return {
    DATABASE_URL: url,
    NANI_OWNER_DATABASE_URL: owner_url,
    NANI_MASTER_KEY: readFileSync(join(dataDir, 'master-key'), 'utf8').trim(),
  }
}

/** Starts another server process on the database, and under the master key, of a running installation. */
export const startSecondProcess = async (
  dataDir: string,
  ownDataDir: string,
  extra: NodeJS.ProcessEnv = {},
): Promise<Installation> => {
  // As on a new machine, a process with a given database creates its own data directory.
  rmSync(ownDataDir, { recursive: true, force: true })
  return startInstallation(ownDataDir, {
    ...databaseOf(dataDir),
    // Its demo applications are those of the first process; the tests read their addresses.
    NANI_DEMO: 'production',
    // It delivers the webhooks of both: one that refused the tests' own endpoints would take them from the other.
    NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK: 'true',
    // It takes jobs of the shared installation, also those with photographs.
    ...(dataDir === inject('dataDir') ? recognisingFaces : {}),
    ...extra,
  })
}
