import { mkdir, realpath } from 'node:fs/promises'
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
  /** Settles when the database process has ended, asked to or not. */
  exited: Promise<void>
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
    const { pid, exited, stop } = server
    await announce(dataDir, { url, pid })
    return {
      url,
      pid,
      exited,
      stop: async () => {
        await stop()
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

async function startServer(dataDir: string, options: EmbeddedPostgresOptions): Promise<ServerProcess> {
  const clusterDir = clusterDirectory(dataDir)
  const durable = options.durable ?? true
  const account = await chooseAccount(clusterDir)
  const binaries = await locateBinaries(account)
  await ensureCluster(dataDir, binaries, account, durable)
  await clearLeftovers(clusterDir, options.log)
  return startServerProcess(clusterDir, binaries, account, { port: options.port, durable, log: options.log })
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
