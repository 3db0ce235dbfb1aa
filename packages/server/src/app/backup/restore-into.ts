import { systemRandom } from '@nani/foundation/core/index.ts'
import { startEmbeddedPostgres } from '@nani/foundation/embedded-postgres/index.ts'
import {
  type destinationOf,
  type InstallationUrls,
  registerDestination,
} from '@nani/foundation/platform/index.ts'
import { openPool, openRootKey, placeOf, proveConnection } from '@nani/foundation/storage/index.ts'
import pg from 'pg'
import { type CellOfBackup, type RestoreReport, restoreBackup } from './restore-backup.ts'

/** The login that owns the schema in the database of each cell. One that is not named is left out. */
type CellUrlsOf = (
  known: readonly CellOfBackup[],
  /** By the backup. */
  leftOut: readonly string[],
) => Promise<ReadonlyMap<string, string>>

type Source = {
  file: string
  masterKey: Buffer
  /** How messages name the database of home. */
  destination(): ReturnType<typeof destinationOf>
  cellUrlsOf: CellUrlsOf
}

type Directory = { dataDir: string; urlsOf?(own: InstallationUrls): InstallationUrls }
type Rehearsal = Pick<Source, 'file' | 'masterKey' | 'destination'> & { dataDir: string }

/** Restores into the databases of these logins, and proves that the master key opens the vault. */
export const restoreInto = async (
  { file, masterKey, destination, cellUrlsOf }: Source,
  { owner, register: ofRegister }: InstallationUrls,
): Promise<RestoreReport> => {
  const open = (url: string) =>
    openPool(url, { maxConnections: 2, statementTimeoutMs: 15_000, onError: () => {} })
  const home = open(owner)
  const register = ofRegister && open(ofRegister.owner)
  const cells = new Map<string, pg.Pool>()
  const openCells = async (known: readonly CellOfBackup[], leftOut: readonly string[]) => {
    const elsewhere: string[] = []
    for (const [name, url] of await cellUrlsOf(known, leftOut)) {
      if (known.find((cell) => cell.name === name)?.urls.owner !== url) elsewhere.push(name)
      const pool = open(url)
      cells.set(name, pool)
      await proveConnection(pool, url, { variable: `the cell ${name}`, place: placeOf(url) })
    }
    return { cells, elsewhere }
  }
  try {
    await proveConnection(home, owner, destination())
    if (register && ofRegister)
      await proveConnection(register, ofRegister.owner, registerDestination(ofRegister.owner))
    const report = await restoreBackup(file, masterKey, { home, register, openCells })
    // The vault opens: otherwise this is the error `master_key_wrong`.
    await openRootKey(home, masterKey, systemRandom())
    return report
  } finally {
    await Promise.all([home, register, ...cells.values()].map((pool) => pool?.end()))
  }
}

/** The same into the embedded database of a new data directory. `urlsOf` adds a register of its own. */
export const restoreIntoDirectory = async (
  source: Source,
  { dataDir, urlsOf = (own) => own }: Directory,
): Promise<RestoreReport> => {
  const database = await startEmbeddedPostgres({ dataDir, log: () => {}, heldFor: 'command' })
  try {
    return await restoreInto(source, urlsOf(database.urls))
  } finally {
    await database.stop()
  }
}

/** The same into scratch databases, which need not be durable: no database of a cell is touched. */
export const rehearseRestore = async ({ dataDir, ...source }: Rehearsal): Promise<RestoreReport> => {
  const database = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {}, heldFor: 'command' })
  const cellUrlsOf: CellUrlsOf = async (known) => {
    const urls = new Map<string, string>()
    for (const { name } of known) {
      const scratch = `nani_cell_${name}`
      await createDatabase(database.url, scratch)
      const url = new URL(database.urls.owner)
      url.pathname = `/${scratch}`
      urls.set(name, url.href)
    }
    return urls
  }
  try {
    return await restoreInto({ ...source, cellUrlsOf }, database.urls)
  } finally {
    await database.stop()
  }
}

const createDatabase = async (superuser: string, name: string): Promise<void> => {
  const client = new pg.Client({ connectionString: superuser })
  await client.connect()
  try {
    await client.query(`create database ${name} owner nani_owner`)
  } finally {
    await client.end()
  }
}
