import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processIdentity } from './process-identity.ts'

/** A server holds its data for as long as it runs; a command only for its own moment. */
export type HeldFor = 'server' | 'command'

export type LockOwner = { pid: number; process_identity: string; held_for: HeldFor; since: string }

/** Another live Nani process holds this data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse'
  readonly owner: LockOwner

  constructor(dataDir: string, owner: LockOwner) {
    super(
      `The data directory ${dataDir} is in use by another nani ${owner.held_for} (process ${owner.pid}, since ${owner.since}). ` +
        'Stop that process, or choose another directory with NANI_DATA_DIR.',
    )
    this.owner = owner
  }
}

const lockFile = (dataDir: string) => join(dataDir, 'nani.lock')

/** The live process that holds the data directory, if one does. */
export async function liveOwner(dataDir: string): Promise<LockOwner | undefined> {
  const owner = await readOwner(lockFile(dataDir))
  return owner && (await isAlive(owner)) ? owner : undefined
}

/** Takes the data directory for this process. The returned function gives it back. */
export async function lockDataDirectory(dataDir: string, heldFor: HeldFor): Promise<() => Promise<void>> {
  const file = lockFile(dataDir)
  const mine = `${file}.${randomUUID()}`
  const owner: LockOwner = {
    pid: process.pid,
    process_identity: (await processIdentity(process.pid)) ?? '',
    held_for: heldFor,
    since: new Date().toISOString(),
  }
  // A link appears whole or not at all, so that nobody ever reads half a lock.
  await writeFile(mine, JSON.stringify(owner), { mode: 0o644 })
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      if (await linked(mine, file)) return () => rm(file, { force: true })
      const other = await readOwner(file)
      if (other && (await isAlive(other))) throw new DataDirectoryInUse(dataDir, other)
      await discardStale(dataDir, file)
    }
  } finally {
    await rm(mine, { force: true })
  }
  throw new Error(`The lock ${file} could not be taken: other processes keep taking and leaving it.`)
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Of several starters that find the same dead lock only one gets the file by renaming it, and looks
 * again at what it got: it may be the fresh lock of a faster one, which goes back where it was.
 */
async function discardStale(dataDir: string, file: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const owner = await readOwner(aside)
  const alive = owner && (await isAlive(owner))
  if (alive) await linked(aside, file)
  await rm(aside, { force: true })
  if (alive) throw new DataDirectoryInUse(dataDir, owner)
}

async function readOwner(file: string): Promise<LockOwner | undefined> {
  try {
    const owner = JSON.parse(await readFile(file, 'utf8')) as LockOwner
    return Number.isInteger(owner.pid) && owner.pid > 0 ? owner : undefined
  } catch {
    return undefined
  }
}

async function isAlive(owner: LockOwner): Promise<boolean> {
  return (await processIdentity(owner.pid)) === owner.process_identity
}
