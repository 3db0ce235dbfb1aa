import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { databaseServerOf } from './database-server.ts'
import { registerOf } from './own-register.ts'
import { type Installation, recognisingFaces, startInstallation } from './start-installation.ts'

/** The settings of another process for the databases and the master key of a running installation. */
export const databaseOf = (dataDir: string) => {
  const { app, owner } = databaseServerOf(dataDir)
  return {
    ...registerOf(dataDir),
    DATABASE_URL: app,
    NANI_OWNER_DATABASE_URL: owner,
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
