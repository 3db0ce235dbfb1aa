import { ftruncateSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../core/index.ts'
import { type FileLock, tryFileLock } from './file-lock.ts'
import { pidNamespace, processIdentity } from './process-identity.ts'

/** A server holds its data while it runs. A command holds it for a short time. */
export type HeldFor = 'server' | 'command'

/** The content of the lock file. It is information for operators. Only the kernel's lock decides. */
export type LockOwner = {
  pid: number
  process_identity: string
  held_for: HeldFor
  since: string
  /** Absent in files of releases without a kernel lock. */
  pid_namespace?: string
  host?: string
}

/** Another running process holds this data directory. */
export const dataDirectoryInUse = (
  dataDir: string,
  owner: LockOwner | undefined,
  namespace: string | undefined,
): Refusal =>
  new Refusal(
    'data_directory_in_use',
    `The data directory ${dataDir} is in use by another nani ${describe(owner, namespace)}.`,
  )

const describe = (owner: LockOwner | undefined, namespace: string | undefined): string => {
  if (!owner) return 'process'
  const elsewhere = owner.pid_namespace !== undefined && owner.pid_namespace !== namespace
  const place = elsewhere ? ` of another container, host ${owner.host}` : ''
  return `${owner.held_for} (process ${owner.pid}${place}, since ${owner.since})`
}

const lockFile = (dataDir: string) => join(dataDir, 'nani.lock')

/** A process that only checks holds a shared lock for a moment, which must not refuse a start. */
const attempts = 20
const attemptPauseMs = 50

/** The running process that holds the data directory, if any. */
export const liveOwner = async (dataDir: string): Promise<LockOwner | undefined> => {
  const file = lockFile(dataDir)
  const probe = await tryFileLock(file, 'shared').catch(absent)
  if (probe) {
    probe.release()
    return ownerWithoutKernelLock(file)
  }
  if (probe === null) return undefined
  for (let attempt = 0; attempt < attempts; attempt++) {
    const owner = await readOwner(file)
    if (owner) return owner
    // The holder has the lock and is about to write its identity.
    await delay(attemptPauseMs)
  }
  return liveOwner(dataDir)
}

const absent = (error: NodeJS.ErrnoException): null => {
  if (error.code !== 'ENOENT') throw error
  return null
}

/**
 * Takes the data directory for this process. The returned function gives it back.
 * @throws {Refusal} `data_directory_in_use`, when another process holds it, in whichever container.
 */
export const lockDataDirectory = async (dataDir: string, heldFor: HeldFor): Promise<() => Promise<void>> => {
  const file = lockFile(dataDir)
  const namespace = await pidNamespace()
  const lock = await lockPatiently(file)
  const earlier = lock && (await ownerWithoutKernelLock(file))
  if (!lock || earlier) {
    lock?.release()
    throw dataDirectoryInUse(dataDir, earlier ?? (await readOwner(file)), namespace)
  }
  try {
    await proveExclusion(file)
    const owner: LockOwner = {
      pid: process.pid,
      process_identity: (await processIdentity(process.pid)) ?? '',
      held_for: heldFor,
      since: new Date().toISOString(),
      pid_namespace: namespace ?? 'none',
      host: hostname(),
    }
    overwrite(lock, JSON.stringify(owner))
  } catch (error) {
    lock.release()
    throw error
  }
  let held = true
  return async () => {
    if (!held) return
    held = false
    // The file remains, because a lock on a removed file excludes no other process.
    overwrite(lock, '')
    lock.release()
  }
}

const lockPatiently = async (file: string): Promise<FileLock | undefined> => {
  for (let attempt = 1; ; attempt++) {
    const lock = await tryFileLock(file, 'exclusive')
    if (lock || attempt === attempts) return lock
    await delay(attemptPauseMs)
  }
}

/** Some network file systems accept every lock, so a second open file must be refused. */
const proveExclusion = async (file: string): Promise<void> => {
  const second = await tryFileLock(file, 'shared')
  if (!second) return
  second.release()
  throw new Refusal(
    'data_directory_unusable',
    `The file system of ${file} accepts locks and does not enforce them.`,
  )
}

const overwrite = ({ descriptor }: FileLock, content: string): void => {
  ftruncateSync(descriptor, 0)
  writeSync(descriptor, content, 0)
}

/** A running process of a release without a kernel lock. Its file only has its process id. */
const ownerWithoutKernelLock = async (file: string): Promise<LockOwner | undefined> => {
  const owner = await readOwner(file)
  if (!owner || owner.pid_namespace !== undefined) return undefined
  return (await processIdentity(owner.pid)) === owner.process_identity ? owner : undefined
}

const readOwner = async (file: string): Promise<LockOwner | undefined> => {
  try {
    const owner = JSON.parse(await readFile(file, 'utf8')) as LockOwner
    return Number.isInteger(owner.pid) && owner.pid > 0 ? owner : undefined
  } catch {
    return undefined
  }
}
