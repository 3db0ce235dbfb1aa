import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../core/index.ts'
import type { DatabaseUrls } from '../storage/index.ts'
import { readAnnouncement } from './announcement.ts'
import { clusterDirectory, clusterExists } from './cluster.ts'
import { dataDirectoryInUse, liveOwner } from './data-directory-lock.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { clusterProcesses } from './leftover.ts'
import { pidNamespace } from './process-identity.ts'

const pollMs = 100

/** The URLs of the database of the installation that is running on this data directory, if one is. */
export const readRunningDatabase = async (dataDir: string): Promise<DatabaseUrls | undefined> => {
  if (!(await liveOwner(dataDir))) return undefined
  const database = await readAnnouncement(dataDir)
  // A live owner may still be starting, and what it finds in the file is then of an earlier run.
  if (!database || !(await clusterProcesses(clusterDirectory(dataDir))).includes(database.pid))
    return undefined
  return { app: database.url, owner: database.owner_url }
}

/**
 * Runs `use` with the database of the installation in this data directory: that of the running
 * server, or one started for the occasion. Commands on a stopped installation wait for each other.
 */
export const withInstallationDatabase = async <T>(
  dataDir: string,
  use: (urls: DatabaseUrls) => Promise<T>,
  { log = () => {}, waitMs = 60_000 }: { log?: (line: string) => void; waitMs?: number } = {},
): Promise<T> => {
  const deadline = performance.now() + waitMs
  for (;;) {
    const owner = await liveOwner(dataDir)
    const urls = owner?.held_for === 'server' ? await readRunningDatabase(dataDir) : undefined
    if (urls) return use(urls)
    if (!owner) {
      const outcome = await useOwn(dataDir, use, log)
      if (outcome) return outcome.value
    }
    if (performance.now() > deadline)
      throw owner
        ? dataDirectoryInUse(dataDir, owner, await pidNamespace())
        : new Refusal(
            'database_unreachable',
            `The database of ${dataDir} could not be reached in ${waitMs} ms.`,
          )
    await delay(pollMs)
  }
}

/**
 * Undefined when another process was quicker to take the data directory. Without a cluster nothing is created, because a
 * new, empty database would look like an empty register.
 */
const useOwn = async <T>(
  dataDir: string,
  use: (urls: DatabaseUrls) => Promise<T>,
  log: (line: string) => void,
): Promise<{ value: T } | undefined> => {
  if (!(await clusterExists(dataDir)))
    throw new Refusal('installation_not_found', `There is no installation at ${dataDir}.`)
  let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>
  try {
    database = await startEmbeddedPostgres({ dataDir, log, heldFor: 'command' })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'data_directory_in_use') return undefined
    throw error
  }
  try {
    return { value: await use(database.urls) }
  } finally {
    await database.stop()
  }
}
