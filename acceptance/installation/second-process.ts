import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Installation, startInstallation } from './start-installation.ts'

/** Starts another server process on the database, and under the master key, of a running installation. */
export async function startSecondProcess(
  dataDir: string,
  ownDataDir: string,
  extra: NodeJS.ProcessEnv = {},
): Promise<Installation> {
  // As on a new machine: a process that is given its database makes its own data directory.
  rmSync(ownDataDir, { recursive: true, force: true })
  const { url } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { url: string }
  const masterKey = readFileSync(join(dataDir, 'master-key'), 'utf8').trim()
  return startInstallation(ownDataDir, {
    DATABASE_URL: url,
    NANI_MASTER_KEY: masterKey,
    // It delivers the webhooks of both: one that refused the tests' own endpoints would take them from the other.
    NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK: 'true',
    ...extra,
  })
}
