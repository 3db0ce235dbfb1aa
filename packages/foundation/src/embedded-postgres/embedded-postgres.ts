import { mkdir, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseUrls } from '../storage/index.ts'
import { appRole, ownerRole } from '../storage/index.ts'
import { chooseAccount } from './account.ts'
import { announce, withdraw } from './announcement.ts'
import { locateBinaries } from './binaries.ts'
import { clusterDirectory, draftDirectory, ensureCluster, readPassword, superuser } from './cluster.ts'
import { type ClusterLock, lockCluster } from './cluster-lock.ts'
import { type HeldFor, lockDataDirectory } from './data-directory-lock.ts'
import { embeddedDatabaseName } from './embedded-database.ts'
import { ensureRoles, rolePasswords } from './embedded-roles.ts'
import { killProcesses, stopLeftovers } from './leftover.ts'
import { openPostgresLog, type PostgresLog } from './postgres-log.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { clearStaleFiles } from './stale-files.ts'

export type EmbeddedPostgresOptions = {
  /** Created if missing. It contains the cluster, its password and the lock. */
  dataDir: string
  log: (line: string) => void
  /** Also listens on 127.0.0.1 at this port. By default there is only the socket. */
  port?: number
  /** False disables durability against a power failure, for faster tests. */
  durable?: boolean
  heldFor?: HeldFor
  /** How long a database of another container may take to end. If it was stopped with its container, it ends within seconds. */
  leftoverWaitMs?: number
}

export type EmbeddedPostgres = {
  /** Of the superuser: nothing of an installation uses it after the start. */
  url: string
  urls: DatabaseUrls
  pid: number
  /** The last lines of PostgreSQL, to be shown when something fails. */
  recentLines(): readonly string[]
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL of this installation as a child process, as root or as an ordinary user.
 * @throws {Refusal} `data_directory_in_use`, when another live Nani process holds the data directory.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const unlock = await lockDataDirectory(dataDir, options.heldFor ?? 'server')
  const lines = openPostgresLog(dataDir)
  const starting = { ...options, lines }
  let server: ServerProcess | undefined
  try {
    server = await startServer(dataDir, starting)
    const { url, urls } = await ensureDatabase(server, await readPassword(dataDir))
    await announce(dataDir, { url: urls.app, owner_url: urls.owner, pid: server.pid })
    const supervision = keepRunning(server, dataDir, starting, urls)
    return {
      url,
      urls,
      pid: server.pid,
      recentLines: lines.recent,
      stop: async () => {
        await supervision.stop()
        lines.close()
        await withdraw(dataDir)
        await unlock()
      },
    }
  } catch (error) {
    await server?.stop()
    lines.close()
    await unlock()
    throw error
  }
}

type Starting = EmbeddedPostgresOptions & { lines: PostgresLog }

const longestPauseMs = 10_000

/** Starts the database again whenever it ends without being asked to: callers see some seconds of 503. */
const keepRunning = (
  first: ServerProcess,
  dataDir: string,
  options: Starting,
  urls: DatabaseUrls,
): { stop(): Promise<void> } => {
  let current: ServerProcess | undefined = first
  let wake = () => {}
  let stopped = false

  const pause = (pauseMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const restart = async (): Promise<void> => {
    for (let pauseMs = 250; !stopped; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        // Never a new, empty cluster in the place of one that vanished.
        await stat(join(clusterDirectory(dataDir), 'PG_VERSION'))
        current = await startServer(dataDir, options, first.socketDir)
        await announce(dataDir, { url: urls.app, owner_url: urls.owner, pid: current.pid })
        return
      } catch (error) {
        options.log(`the database does not start: ${error instanceof Error ? error.message : error}`)
        await pause(pauseMs)
      }
    }
  }

  const watch = async (): Promise<void> => {
    while (!stopped) {
      await current?.exited
      if (stopped) return
      options.log('the database ended by itself; starting it again. Its last lines:')
      for (const line of options.lines.recent()) options.log(`postgres: ${line}`)
      await restart()
    }
  }

  const watching = watch()
  return {
    async stop() {
      stopped = true
      wake()
      await current?.stop()
      // A start that was under way when the stop came is stopped as well.
      await watching
      await current?.stop()
    },
  }
}

const startServer = async (
  dataDir: string,
  options: Starting,
  socketDir?: string,
): Promise<ServerProcess> => {
  await stopLeftovers(clusterDirectory(dataDir), options.log)
  await killProcesses(draftDirectory(dataDir))
  // Taken again for every process of the database: only the processes themselves keep it.
  const lock = await lockCluster(dataDir, options.leftoverWaitMs ?? 10_000)
  try {
    return await startLocked(dataDir, options, lock, socketDir)
  } finally {
    lock.release()
  }
}

const startLocked = async (
  dataDir: string,
  { port, durable = true, lines }: Starting,
  lock: ClusterLock,
  socketDir?: string,
): Promise<ServerProcess> => {
  const clusterDir = clusterDirectory(dataDir)
  const account = await chooseAccount(clusterDir)
  const binaries = await locateBinaries(account)
  const lockDescriptor = lock.descriptor
  await ensureCluster(dataDir, { binaries, account, durable, lockDescriptor })
  await clearStaleFiles(clusterDir, lock)
  lock.recordStarting()
  const settings = { port, durable, lines, socketDir, lockDescriptor }
  const server = await startServerProcess(clusterDir, binaries, account, settings)
  lock.recordStarted(await readFile(join(clusterDir, 'postmaster.pid'), 'utf8'))
  return server
}

const ensureDatabase = async (
  { port, socketDir }: ServerProcess,
  password: string,
): Promise<{ url: string; urls: DatabaseUrls }> => {
  const urlOf = (role: string, rolePassword: string, database = embeddedDatabaseName) =>
    `postgres://${role}:${rolePassword}@localhost:${port}/${database}?host=${encodeURIComponent(socketDir)}`
  const passwords = rolePasswords(password)
  await ensureRoles((database) => urlOf(superuser, password, database), embeddedDatabaseName, passwords)
  return {
    url: urlOf(superuser, password),
    urls: { app: urlOf(appRole, passwords.app), owner: urlOf(ownerRole, passwords.owner) },
  }
}
