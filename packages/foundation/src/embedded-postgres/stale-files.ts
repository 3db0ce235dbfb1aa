import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { Refusal } from '../core/index.ts'
import type { ClusterLock } from './cluster-lock.ts'
import { isPidTaken } from './process-identity.ts'

/** Of the directory that holds the socket where the cluster's own path is too long for one. */
export const socketDirectoryPrefix = 'nani-socket-'

/**
 * Makes the files of a dead postmaster harmless. It touches none before it is proven that their postmaster is dead:
 * either the postmaster held the cluster's lock, which we hold now, or (of a release without that lock) its socket
 * refuses connections, which works between containers as well.
 */
export const clearStaleFiles = async (clusterDir: string, lock: ClusterLock): Promise<void> => {
  const file = join(clusterDir, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  if (text !== '' && !lock.wrote(text) && !(await refusesConnections(clusterDir, text)))
    throw new Refusal(
      'database_in_use_elsewhere',
      `A database process that may still run in another container or on another machine wrote ${file}. ` +
        `Stop every other process that uses this directory. If there is none, delete ${file} and start again.`,
    )
  await disarm(file, text)
  for (const name of await readdir(clusterDir))
    if (name.startsWith('.s.PGSQL.')) await rm(join(clusterDir, name), { force: true })
  await removeTemporarySocketDirectory(text)
}

/**
 * PostgreSQL itself ignores a postmaster.pid whose process is gone, but not one whose id has since gone to another
 * process. The file is not removed, because it also names the shared memory that PostgreSQL checks. It names us
 * instead, the parent of the next postmaster, so that PostgreSQL takes it for stale.
 */
const disarm = async (file: string, text: string): Promise<void> => {
  const pid = Number.parseInt(text, 10)
  if (pid > 0 && isPidTaken(pid)) await writeFile(file, text.replace(/^\s*\d+/, String(process.pid)))
}

/** Lines 4 and 5 of postmaster.pid are the port and the directory of the socket. */
const refusesConnections = (clusterDir: string, postmasterPid: string): Promise<boolean> => {
  const [port = '', directory = ''] = postmasterPid.split('\n').slice(3, 5)
  const folder = isAbsolute(directory) ? directory : clusterDir
  return new Promise((resolve) => {
    const socket = connect(join(folder, `.s.PGSQL.${port}`))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    // A missing file proves nothing: the postmaster may be elsewhere, or not listen yet.
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'))
  })
}

/** Ours is a temporary directory where the cluster's path is too long. */
const removeTemporarySocketDirectory = async (postmasterPid: string): Promise<void> => {
  const directory = postmasterPid.split('\n')[4] ?? ''
  if (directory.startsWith(join(tmpdir(), socketDirectoryPrefix)))
    await rm(directory, { recursive: true, force: true })
}
