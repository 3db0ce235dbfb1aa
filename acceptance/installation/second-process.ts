import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Installation, startInstallation } from './start-installation.ts'

/** Starts another server process on the database of a running installation. */
export async function startSecondProcess(dataDir: string, ownDataDir: string): Promise<Installation> {
  const { url } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { url: string }
  return startInstallation(ownDataDir, { DATABASE_URL: url })
}
