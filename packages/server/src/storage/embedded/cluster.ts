import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { killProcesses } from './leftover.ts'

const run = promisify(execFile)

export const SUPERUSER = 'nani'

/** The parts of a data directory that belong to the database. */
export const clusterDirectory = (dataDir: string) => join(dataDir, 'postgres')
const passwordFile = (dataDir: string) => join(dataDir, 'postgres-password')

/**
 * How the database's own process names a directory. Below a private directory (a clone in /root)
 * its account cannot follow the path, but it can stand in the directory: root enters it first, and
 * Linux lets a process name where it stands.
 */
export async function pathForAccount(directory: string, account: Account): Promise<string> {
  if (!account) return directory
  const reachable = await run('/bin/sh', ['-c', 'cd -- "$0"', directory], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  )
  if (reachable) return directory
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new Error(
    `The account that runs PostgreSQL cannot reach ${directory}. Choose a directory it can reach with NANI_DATA_DIR, or start Nani as an ordinary user.`,
  )
}

/** The superuser's password, once the cluster has been made. */
export async function readPassword(dataDir: string): Promise<string> {
  return (await readFile(passwordFile(dataDir), 'utf8')).trim()
}

/** Makes the cluster on first start. One that was interrupted half-way is thrown away, never used. */
export async function ensureCluster(
  dataDir: string,
  binaries: Binaries,
  account: Account,
  durable: boolean,
): Promise<void> {
  const cluster = clusterDirectory(dataDir)
  if (await stat(join(cluster, 'PG_VERSION')).catch(() => undefined)) return
  const draft = `${cluster}.new`
  await killProcesses(draft)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await rm(passwordFile(dataDir), { force: true })
  await writeFile(passwordFile(dataDir), `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  if (account) await chown(draft, account.uid, account.gid)
  const password = await lendPassword(dataDir, account)
  try {
    await initialise(draft, password, binaries, account, durable)
  } finally {
    await password.close()
  }
  // The rename is the moment the cluster exists; its password is already beside it.
  await rename(draft, cluster)
}

/** A nameless copy of the password file that the database's account may open once more by its number. */
async function lendPassword(dataDir: string, account: Account): Promise<FileHandle> {
  const copy = `${passwordFile(dataDir)}.lent`
  await rm(copy, { force: true })
  await writeFile(copy, await readFile(passwordFile(dataDir)), { mode: 0o600 })
  const handle = await open(copy, 'r')
  if (account) await handle.chown(account.uid, account.gid)
  await rm(copy)
  return handle
}

async function initialise(
  draft: string,
  password: FileHandle,
  binaries: Binaries,
  account: Account,
  durable: boolean,
): Promise<void> {
  const args = [
    `--pgdata=${await pathForAccount(draft, account)}`,
    `--username=${SUPERUSER}`,
    '--pwfile=/dev/fd/3',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
  const child = spawn(binaries.initdb, args, {
    ...account,
    cwd: draft,
    env: databaseEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', password.fd],
    detached: true,
    timeout: 120_000,
  })
  const complaint = text(child.stderr!)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`PostgreSQL could not make its data directory ${draft}: ${await complaint}`)
}

/** The caller's PG… variables point at other databases, and its locale would translate the log. */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '/usr/bin:/bin', TMPDIR } = process.env
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(TMPDIR ? { TMPDIR } : {}) }
}
