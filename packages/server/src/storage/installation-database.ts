import { setTimeout as delay } from 'node:timers/promises'
import { readAnnouncement } from './embedded/announcement.ts'
import { clusterDirectory } from './embedded/cluster.ts'
import { DataDirectoryInUse, liveOwner } from './embedded/data-directory-lock.ts'
import { clusterProcesses } from './embedded/leftover.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const POLL_MS = 100

/** The URL of the database of the installation that is running on this data directory, if one is. */
export async function readRunningDatabaseUrl(dataDir: string): Promise<string | undefined> {
  if (!(await liveOwner(dataDir))) return undefined
  const database = await readAnnouncement(dataDir)
  // A live owner may still be starting, and what it finds in the file is then of an earlier run.
  if (!database || !(await clusterProcesses(clusterDirectory(dataDir))).includes(database.pid))
    return undefined
  return database.url
}

/**
 * Runs `use` with the database of the installation in this data directory: that of the running
 * server, or one started for the occasion. Commands on a stopped installation wait for each other.
 */
export async function withInstallationDatabase<T>(
  dataDir: string,
  use: (url: string) => Promise<T>,
  { log = () => {}, waitMs = 60_000 }: { log?: (line: string) => void; waitMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const owner = await liveOwner(dataDir)
    const url = owner?.held_for === 'server' ? await readRunningDatabaseUrl(dataDir) : undefined
    if (url) return use(url)
    if (!owner) {
      const outcome = await useOwn(dataDir, use, log)
      if (outcome) return outcome.value
    }
    if (performance.now() > deadline)
      throw owner
        ? new DataDirectoryInUse(dataDir, owner)
        : new Error(`The database of ${dataDir} could not be reached in ${waitMs} ms.`)
    await delay(POLL_MS)
  }
}

/** Undefined when another process was quicker to take the data directory. */
async function useOwn<T>(
  dataDir: string,
  use: (url: string) => Promise<T>,
  log: (line: string) => void,
): Promise<{ value: T } | undefined> {
  let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>
  try {
    database = await startEmbeddedPostgres({ dataDir, log, heldFor: 'command' })
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return undefined
    throw error
  }
  try {
    return { value: await use(database.url) }
  } finally {
    await database.stop()
  }
}
