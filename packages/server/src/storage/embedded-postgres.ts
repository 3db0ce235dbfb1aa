import { mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { chooseAccount } from './embedded/account.ts'
import { announce, withdraw } from './embedded/announcement.ts'
import { locateBinaries } from './embedded/binaries.ts'
import { clusterDirectory, ensureCluster, readPassword, SUPERUSER } from './embedded/cluster.ts'
import { type HeldFor, lockDataDirectory } from './embedded/data-directory-lock.ts'
import { clearLeftovers } from './embedded/leftover.ts'
import { type ServerProcess, startServerProcess } from './embedded/server-process.ts'

export { DataDirectoryInUse } from './embedded/data-directory-lock.ts'

const DATABASE = 'nani'

export type EmbeddedPostgresOptions = {
  /** Made when missing. Holds the cluster, its password and the lock. */
  dataDir: string
  log: (line: string) => void
  /** Also listens on 127.0.0.1 at this port. Without it there is only the socket. */
  port?: number
  /** False gives up safety against a power cut for speed: for tests. */
  durable?: boolean
  heldFor?: HeldFor
}

export type EmbeddedPostgres = {
  url: string
  pid: number
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL of this installation as a child process, as root or as an ordinary user.
 * @throws {DataDirectoryInUse} when another live Nani process holds the data directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const unlock = await lockDataDirectory(dataDir, options.heldFor ?? 'server')
  let server: ServerProcess | undefined
  try {
    server = await startServer(dataDir, options)
    const url = await ensureDatabase(server, await readPassword(dataDir))
    await announce(dataDir, { url, pid: server.pid })
    const supervision = keepRunning(server, dataDir, options, url)
    return {
      url,
      pid: server.pid,
      stop: async () => {
        await supervision.stop()
        await withdraw(dataDir)
        await unlock()
      },
    }
  } catch (error) {
    await server?.stop()
    await unlock()
    throw error
  }
}

const longestPauseMs = 10_000

/** Starts the database again whenever it ends without being asked to: callers see some seconds of 503. */
function keepRunning(
  first: ServerProcess,
  dataDir: string,
  options: EmbeddedPostgresOptions,
  url: string,
): { stop(): Promise<void> } {
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
        await announce(dataDir, { url, pid: current.pid })
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
      options.log('the database ended by itself; starting it again')
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

async function startServer(
  dataDir: string,
  options: EmbeddedPostgresOptions,
  socketDir?: string,
): Promise<ServerProcess> {
  const clusterDir = clusterDirectory(dataDir)
  const durable = options.durable ?? true
  const account = await chooseAccount(clusterDir)
  const binaries = await locateBinaries(account)
  await ensureCluster(dataDir, binaries, account, durable)
  await clearLeftovers(clusterDir, options.log)
  return startServerProcess(clusterDir, binaries, account, {
    port: options.port,
    durable,
    log: options.log,
    socketDir,
  })
}

async function ensureDatabase(server: ServerProcess, password: string): Promise<string> {
  const urlOf = (database: string) =>
    `postgres://${SUPERUSER}:${password}@localhost:${server.port}/${database}?host=${encodeURIComponent(server.socketDir)}`
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
  return urlOf(DATABASE)
}
