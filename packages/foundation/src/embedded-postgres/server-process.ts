import { type ChildProcess, spawn } from 'node:child_process'
import { chown, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Refusal } from '../core/index.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { databaseEnvironment, pathForAccount } from './cluster.ts'
import { embeddedClusterName } from './embedded-database.ts'
import type { PostgresLog } from './postgres-log.ts'
import { socketDirectoryPrefix } from './stale-files.ts'

/** sockaddr_un holds 104 bytes on the BSDs and 108 on Linux, the closing zero included. */
const socketPathLimit = 103
const defaultPort = 5432
const ready = 'database system is ready to accept connections'

export type ServerProcess = {
  pid: number
  socketDir: string
  port: number
  /** Settles when the database process has ended, for any reason. */
  exited: Promise<void>
  stop(): Promise<void>
}

export type ServerSettings = {
  port: number | undefined
  durable: boolean
  /** Gets the lines of PostgreSQL. */
  lines: PostgresLog
  /** Inherited by every process of the database, which so holds the lock of the cluster. */
  lockDescriptor: number
  /** Where an earlier process of this cluster listened, so that its URL stays good. */
  socketDir?: string
}

/** Starts PostgreSQL on an existing cluster and waits until it answers; recovery may take its time. */
export const startServerProcess = async (
  clusterDir: string,
  binaries: Binaries,
  account: Account,
  settings: ServerSettings,
): Promise<ServerProcess> => {
  const port = settings.port ?? defaultPort
  const socket = await chooseSocketDirectory(clusterDir, port, account, settings.socketDir)
  const args = [
    '-D',
    await pathForAccount(clusterDir, account),
    ...serverArguments(settings, port, socket.argument),
  ]
  const child = spawn(binaries.postgres, args, {
    ...account,
    cwd: clusterDir,
    env: databaseEnvironment(),
    // A session of its own: the terminal's Ctrl-C must reach Nani alone, which still drains its calls.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', settings.lockDescriptor],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // A process that leaves without stopping takes its database along; only SIGKILL cannot.
  const atExit = () => child.kill('SIGINT')
  process.once('exit', atExit)
  child.once('exit', () => process.off('exit', atExit))
  const cleanUp = async () => {
    if (socket.temporary) await rm(socket.directory, { recursive: true, force: true })
  }
  try {
    await untilReady(child, settings.lines)
  } catch (error) {
    await cleanUp()
    throw error
  }
  let stopping: Promise<void> | undefined
  return {
    pid: child.pid!,
    socketDir: socket.directory,
    port,
    exited,
    stop: () => {
      stopping ??= endProcess(child, exited, clusterDir).then(cleanUp)
      return stopping
    },
  }
}

const chooseSocketDirectory = async (
  clusterDir: string,
  port: number,
  account: Account,
  before: string | undefined,
) => {
  if (Buffer.byteLength(join(clusterDir, `.s.PGSQL.${port}`)) <= socketPathLimit)
    return { directory: clusterDir, argument: '.', temporary: false }
  const directory = before ?? (await mkdtemp(join(tmpdir(), socketDirectoryPrefix)))
  if (account) await chown(directory, account.uid, account.gid)
  return { directory, argument: directory, temporary: true }
}

const serverArguments = (
  { port: tcpPort, durable }: Pick<ServerSettings, 'port' | 'durable'>,
  port: number,
  socketDir: string,
): string[] => {
  const values: Record<string, string | number> = {
    port,
    // The socket is quicker than TCP, cannot clash with another installation's port, and is private.
    listen_addresses: tcpPort === undefined ? '' : '127.0.0.1',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    shared_buffers: '256MB',
    max_connections: 100,
    max_wal_size: '2GB',
    wal_compression: 'on',
    // With statistics of a table with few rows, a statement reads the whole table. Its connection keeps this plan while the
    // table grows, until the next statistics.
    autovacuum_analyze_threshold: '1000',
    autovacuum_vacuum_threshold: '1000',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Rows and statements in an error message contain personal data.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    cluster_name: embeddedClusterName,
  }
  if (!durable) Object.assign(values, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const untilReady = (child: ChildProcess, lines: PostgresLog): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Refusal('database_start_failed', `PostgreSQL could not be started: ${error.message}`)),
    )
    child.once('close', (code, signal) =>
      reject(
        new Refusal(
          'database_start_failed',
          `PostgreSQL ended while starting (${signal ?? `exit code ${code}`}): ${reasonIn(lines.recent())} See ${lines.file}.`,
        ),
      ),
    )
    createInterface({ input: child.stderr! }).on('line', (line) => {
      lines.write(line)
      if (line.includes(ready)) resolve()
    })
  })

/** The lines with the reason of an end, without their times, on one line. */
const reasonIn = (lines: readonly string[]): string => {
  const reasons = lines.filter((line) => /FATAL|PANIC|could not/.test(line))
  const texts = (reasons.length > 0 ? reasons : lines.slice(-1)).map((line) =>
    line.replace(/^.*?(?=[A-Z]+: {2})/, ''),
  )
  return texts.length > 0 ? `${texts.join('; ')}.` : 'it gave no reason.'
}

/** Fast shutdown, then firmer: `immediate` loses nothing either, it only makes the next start recover. */
const endProcess = async (child: ChildProcess, exited: Promise<void>, clusterDir: string): Promise<void> => {
  const present = await stat(join(clusterDir, 'PG_VERSION')).catch(() => undefined)
  const steps: [NodeJS.Signals, number][] = [
    // Where the data is gone there is nothing to write a checkpoint to.
    ...(present ? ([['SIGINT', 60_000]] as [NodeJS.Signals, number][]) : []),
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ]
  for (const [signal, waitMs] of steps) {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    if (await settlesWithin(exited, waitMs)) return
  }
  throw new Refusal('database_start_failed', `The database process ${child.pid} does not end.`)
}

const settlesWithin = async (event: Promise<void>, waitMs: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, waitMs, false)
  })
  const inTime = await Promise.race([event.then(() => true as const), late])
  clearTimeout(timer)
  return inTime
}
