import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Refusal } from '../core/index.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

export const superuser = 'nani'

/** The parts of a data directory that belong to the database. */
export const clusterDirectory = (dataDir: string) => join(dataDir, 'postgres')
const passwordFile = (dataDir: string) => join(dataDir, 'postgres-password')

/**
 * How the database's own process names a directory. Its account cannot follow a path below a private directory (a
 * clone in /root), but the directory can be its working directory. Root enters it first, and Linux lets a process
 * name its working directory.
 */
export const pathForAccount = async (directory: string, account: Account): Promise<string> => {
  if (!account) return directory
  const reachable = await run('/bin/sh', ['-c', 'cd -- "$0"', directory], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  )
  if (reachable) return directory
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new Refusal(
    'data_directory_unusable',
    `The account that runs PostgreSQL cannot reach ${directory}. Choose a directory it can reach with NANI_DATA_DIR, or start Nani as an ordinary user.`,
  )
}

/** Whether a start created the cluster. */
export const clusterExists = (dataDir: string): Promise<boolean> =>
  stat(join(clusterDirectory(dataDir), 'PG_VERSION')).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
      throw new Refusal(
        'data_directory_unusable',
        `The data directory ${dataDir} cannot be read (${error.code}).`,
      )
    },
  )

/** The password of the superuser, if the cluster exists. */
export const readPassword = async (dataDir: string): Promise<string> =>
  (await readFile(passwordFile(dataDir), 'utf8')).trim()

/** The directory in which a cluster is created before it is renamed. */
export const draftDirectory = (dataDir: string) => `${clusterDirectory(dataDir)}.new`

export type ClusterSettings = {
  binaries: Binaries
  account: Account
  durable: boolean
  /** initdb inherits the lock of the cluster, like PostgreSQL. */
  lockDescriptor: number
}

/** Creates the cluster at the first start. An interrupted creation is discarded. */
export const ensureCluster = async (dataDir: string, settings: ClusterSettings): Promise<void> => {
  const { account } = settings
  const cluster = clusterDirectory(dataDir)
  if (await stat(join(cluster, 'PG_VERSION')).catch(() => undefined)) return
  const draft = draftDirectory(dataDir)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await rm(passwordFile(dataDir), { force: true })
  await writeFile(passwordFile(dataDir), `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  if (account) await chown(draft, account.uid, account.gid)
  const password = await lendPassword(dataDir, account)
  try {
    await initialise(draft, password, settings)
  } finally {
    await password.close()
  }
  // The cluster exists from this rename. Its password is already in place.
  await rename(draft, cluster)
}

/** An unnamed copy of the password file, which the database's account can open once by its number. */
const lendPassword = async (dataDir: string, account: Account): Promise<FileHandle> => {
  const copy = `${passwordFile(dataDir)}.lent`
  await rm(copy, { force: true })
  await writeFile(copy, await readFile(passwordFile(dataDir)), { mode: 0o600 })
  const handle = await open(copy, 'r')
  if (account) await handle.chown(account.uid, account.gid)
  await rm(copy)
  return handle
}

const initialise = async (
  draft: string,
  password: FileHandle,
  { binaries, account, durable, lockDescriptor }: ClusterSettings,
): Promise<void> => {
  const args = [
    `--pgdata=${await pathForAccount(draft, account)}`,
    `--username=${superuser}`,
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
    stdio: ['ignore', 'ignore', 'pipe', password.fd, lockDescriptor],
    detached: true,
    timeout: 120_000,
  })
  const complaint = text(child.stderr!)
  const [code] = await once(child, 'close')
  if (code !== 0)
    throw new Refusal(
      'database_start_failed',
      `PostgreSQL could not create its data directory ${draft}: ${await complaint}`,
    )
}

/** The PG… variables of the environment refer to other databases, and its locale would translate the log. */
export const databaseEnvironment = (): NodeJS.ProcessEnv => {
  const { PATH = '/usr/bin:/bin', TMPDIR } = process.env
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(TMPDIR ? { TMPDIR } : {}) }
}
