import { join } from 'node:path'
import { type Archive, openArchive } from '@nani/foundation/archive/index.ts'
import { errorLine, Refusal } from '@nani/foundation/core/index.ts'
import { missingText, type Platform, schemaState } from '@nani/foundation/platform/index.ts'
import {
  appRole,
  createComingPartitions,
  grantToApp,
  mayChangeSchema,
  mayTakeAppRole,
  openPool,
  placesOfCell,
  proveConnection,
  readsOfPrimary,
} from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { logOfCell } from '../audit-transparency/index.ts'
import { requireOneDatabase, requireOwnCell } from './cell-identity.ts'
import type { Cell } from './cell-rows.ts'
import { requireNotHeld } from './held-cells.ts'
import { destinationOf } from './open-cell.ts'

const statementTimeoutMs = 15_000
const maxOwnerConnections = 2

/** The platform of a process with the database of a cell in place of home. Keys, clock and ids are those of home. */
export type PlatformOfCell = Platform & {
  /** For what belongs to home: numbers of fraud cases and counts of failed authentication. */
  homePool: pg.Pool
  homeConnectionString: string
  /** The name of its transparency log. */
  logOfCell: string
}

/** Opens a cell that was prepared. It changes no schema. */
export const openCellPlatform = async (
  home: Platform,
  cell: Cell,
  maxConnections: number,
): Promise<PlatformOfCell> => {
  const { name, urls } = cell
  await requireNotHeld(home.pool, name)
  const log: Platform['log'] = (line, level) => home.log(`cell ${name}: ${line}`, level)
  const options = { statementTimeoutMs, onError: (error: Error) => log(errorLine(error), 'warn') }
  const ownerPool = openPool(urls.owner, { ...options, maxConnections: maxOwnerConnections })
  let pool: pg.Pool | null = null
  const close = async () => {
    await Promise.all([pool?.end(), ownerPool.end()])
  }
  try {
    await proveConnection(ownerPool, urls.owner, destinationOf(name, 'owner', urls.owner))
    await requireOwnCell(home.ownerPool, ownerPool, { name, rootKey: home.rootKey, unused: 'refused' })
    const { current, pending } = await schemaState(ownerPool)
    if (!current)
      throw new Refusal('schema_behind', `The schema of the cell does not have ${missingText(pending)}.`)
    const ownsSchema = await mayChangeSchema(ownerPool)
    // A new release may need rights on tables that were not in cells before.
    if (ownsSchema) await grantToApp(ownerPool, placesOfCell)
    const isOneLogin = urls.app === urls.owner
    pool = openPool(urls.app, {
      ...options,
      ownerPool,
      maxConnections,
      role: isOneLogin && (await mayTakeAppRole(ownerPool)) ? appRole : undefined,
    })
    await proveConnection(pool, urls.app, destinationOf(name, 'app', urls.app))
    await requireOneDatabase(ownerPool, pool, name)
    await createComingPartitions(ownerPool, home.clock.now())
    return {
      ...ofHome(home),
      ...{ pool, ownerPool, log, close },
      ownsSchema,
      reads: readsOfPrimary(pool),
      archive: archiveOfCell(home, { cell, pool }),
      connectionString: urls.app,
      homePool: home.pool,
      homeConnectionString: home.connectionString,
      logOfCell: logOfCell(cell),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The days of a cell have a chain and a folder of their own, which has the name of its log: a cell that is added again has another one. */
export const archiveOfCell = (
  { archive: { folder, isShared }, rootKey }: Pick<Platform, 'archive' | 'rootKey'>,
  { cell, pool }: { cell: Cell; pool: pg.Pool },
): Archive => {
  const log = logOfCell(cell)
  return openArchive({ pool, rootKey, folder: join(folder, log), log, isShared })
}

/** What a cell shares with home. A process has more than its platform in one object, so that each member is named. */
const ofHome = ({
  registerPool,
  registerOwnerPool,
  registerConnectionString,
  rootKey,
  clock,
  random,
  newId,
  daySalts,
  vaultFor,
  dataDir,
  host,
  role,
  migrates,
  pause,
}: Platform) => ({
  ...{ registerPool, registerOwnerPool, registerConnectionString },
  ...{ rootKey, clock, random, newId, daySalts, vaultFor },
  ...{ dataDir, host, role, migrates, pause },
})
