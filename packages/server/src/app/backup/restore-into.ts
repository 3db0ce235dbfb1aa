import { systemRandom } from '@nani/foundation/core/index.ts'
import { startEmbeddedPostgres } from '@nani/foundation/embedded-postgres/index.ts'
import {
  type destinationOf,
  type InstallationUrls,
  registerDestination,
} from '@nani/foundation/platform/index.ts'
import { openPool, openRootKey, proveConnection } from '@nani/foundation/storage/index.ts'
import { type RestoreReport, restoreBackup } from './restore-backup.ts'

type Source = {
  file: string
  masterKey: Buffer
  /** How messages name the database of home. */
  destination(): ReturnType<typeof destinationOf>
}

type Directory = { dataDir: string; durable: boolean; urlsOf?(own: InstallationUrls): InstallationUrls }

/** Restores into the databases of these logins, and proves that the master key opens the vault. */
export const restoreInto = async (
  { file, masterKey, destination }: Source,
  { owner, register: ofRegister }: InstallationUrls,
): Promise<RestoreReport> => {
  const open = (url: string) =>
    openPool(url, { maxConnections: 2, statementTimeoutMs: 15_000, onError: () => {} })
  const home = open(owner)
  const register = ofRegister && open(ofRegister.owner)
  try {
    await proveConnection(home, owner, destination())
    if (register && ofRegister)
      await proveConnection(register, ofRegister.owner, registerDestination(ofRegister.owner))
    const report = await restoreBackup(file, masterKey, { home, register })
    // The vault opens: otherwise this is the error `master_key_wrong`.
    await openRootKey(home, masterKey, systemRandom())
    return report
  } finally {
    await Promise.all([home.end(), register?.end()])
  }
}

/**
 * The same into the embedded database of a new data directory. A rehearsal does not need a durable one. `urlsOf` adds a register
 * of its own.
 */
export const restoreIntoDirectory = async (
  source: Source,
  { dataDir, durable, urlsOf = (own) => own }: Directory,
): Promise<RestoreReport> => {
  const database = await startEmbeddedPostgres({ dataDir, durable, log: () => {}, heldFor: 'command' })
  try {
    return await restoreInto(source, urlsOf(database.urls))
  } finally {
    await database.stop()
  }
}
