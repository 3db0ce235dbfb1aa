import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { Refusal } from '../core/index.ts'

/**
 * A lock of the kernel (flock) on an open file. The kernel releases it when the last process closes the file, also
 * when that process is killed. It has no process id, so it also works between containers (PID namespaces) of one
 * machine, and on a network file system that supports locks. Child processes that inherit the descriptor share the lock.
 */
export type FileLock = { descriptor: number; release(): void }

export type LockMode = 'exclusive' | 'shared'

/**
 * Undefined: another open file holds a lock that excludes this one. An exclusive lock creates the file if it does not
 * exist; a shared one does not.
 */
export const tryFileLock = async (file: string, mode: LockMode): Promise<FileLock | undefined> => {
  for (let attempt = 0; attempt < 10; attempt++) {
    const descriptor = await openLocked(file, mode)
    if (descriptor === undefined) return undefined
    // A lock on a file that was replaced after it was opened excludes no other process.
    if (isSameFile(descriptor, file)) return { descriptor, release: onlyOnce(() => closeSync(descriptor)) }
    closeSync(descriptor)
  }
  throw new Refusal(
    'data_directory_unusable',
    `The lock ${file} cannot be taken: another program keeps replacing the file.`,
  )
}

/** The number of a closed descriptor soon belongs to another file, which must not be closed as well. */
const onlyOnce = (close: () => void): (() => void) => {
  let done = false
  return () => {
    if (!done) close()
    done = true
  }
}

const openFlags: Record<LockMode, number> = {
  exclusive: constants.O_RDWR | constants.O_CREAT,
  shared: constants.O_RDONLY,
}

const openLocked = async (file: string, mode: LockMode): Promise<number | undefined> => {
  // Node has no flock. Linux has a program for it, and macOS has flags of open(2).
  if (process.platform === 'darwin') return openLockedByFlags(file, mode)
  const descriptor = openSync(file, openFlags[mode], 0o644)
  try {
    if (await flock(descriptor, file, mode)) return descriptor
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  closeSync(descriptor)
  return undefined
}

/** The program locks the open file that it inherits from us. The lock stays with the file after the program ended. */
const flock = async (descriptor: number, file: string, mode: LockMode): Promise<boolean> => {
  const child = spawn('flock', [mode === 'exclusive' ? '-x' : '-s', '-n', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
  })
  const complaint = text(child.stderr!)
  const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(
      'data_directory_unusable',
      `The program flock could not be run (${error.code}). Nani needs it to lock its data directory: install util-linux, or set DATABASE_URL.`,
    )
  })) as [number | null]
  if (code === 0) return true
  if (code === 1 && (await complaint) === '') return false
  throw new Refusal(
    'data_directory_unusable',
    `The file system of ${file} does not support locks (${(await complaint).trim()}). Choose another directory with NANI_DATA_DIR, or set DATABASE_URL.`,
  )
}

const darwinSharedLock = 0x10
const darwinExclusiveLock = 0x20

const openLockedByFlags = (file: string, mode: LockMode): number | undefined => {
  const lock = mode === 'exclusive' ? darwinExclusiveLock : darwinSharedLock
  try {
    return openSync(file, openFlags[mode] | constants.O_NONBLOCK | lock, 0o644)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
}

const isSameFile = (descriptor: number, file: string): boolean => {
  const opened = fstatSync(descriptor)
  const named = statSync(file, { throwIfNoEntry: false })
  return named !== undefined && named.ino === opened.ino && named.dev === opened.dev
}
