import { ftruncateSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../core/index.ts'
import { tryFileLock } from './file-lock.ts'

/**
 * The lock that the database's own processes hold. initdb and PostgreSQL inherit its descriptor and keep it until the
 * last of them has ended. If the lock is free, no process of the cluster lives in any container. PostgreSQL's own
 * check (a process id and shared memory) does not see processes of another PID or IPC namespace.
 */
export type ClusterLock = {
  descriptor: number
  /** Whether a postmaster that held this lock wrote this postmaster.pid. */
  wrote(postmasterPid: string): boolean
  /** Records that every later postmaster.pid is written under the lock. */
  recordStarting(): void
  recordStarted(postmasterPid: string): void
  /** Closes this process's copy of the descriptor. Processes that inherited it keep the lock. */
  release(): void
}

const lockFile = (dataDir: string) => join(dataDir, 'database.lock')
const starting = 'starting'
const pollMs = 50

/** Waits for processes that are ending. A remaining one cannot be stopped, because it is not visible here. */
export const lockCluster = async (dataDir: string, waitMs: number): Promise<ClusterLock> => {
  const file = lockFile(dataDir)
  const deadline = performance.now() + waitMs
  for (;;) {
    const lock = await tryFileLock(file, 'exclusive')
    if (lock) return clusterLock(file, lock)
    if (performance.now() > deadline)
      throw new Refusal(
        'database_in_use_elsewhere',
        `A database process of ${dataDir} still runs in another container (PID namespace) or on another machine.`,
      )
    await delay(pollMs)
  }
}

const clusterLock = (file: string, { descriptor, release }: { descriptor: number; release(): void }) => {
  const recorded = readFileSync(file, 'utf8').trim()
  const record = (content: string) => {
    ftruncateSync(descriptor, 0)
    writeSync(descriptor, `${content}\n`, 0)
  }
  return {
    descriptor,
    wrote: (postmasterPid: string) => recorded === starting || recorded === startTimeOf(postmasterPid),
    recordStarting: () => record(starting),
    recordStarted: (postmasterPid: string) => record(startTimeOf(postmasterPid)),
    release,
  }
}

/** The third line of postmaster.pid: when the postmaster started. */
const startTimeOf = (postmasterPid: string): string => `started ${postmasterPid.split('\n')[2] ?? ''}`
