import { errorLine, Refusal } from '@nani/foundation/core/index.ts'
import { missingText, type Platform, schemaState } from '@nani/foundation/platform/index.ts'
import {
  appRole,
  createComingPartitions,
  mayChangeSchema,
  mayTakeAppRole,
  openPool,
  proveConnection,
  readsOfPrimary,
} from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { requireOneDatabase, requireOwnCell } from './cell-identity.ts'
import type { Cell } from './cell-rows.ts'
import { destinationOf } from './open-cell.ts'

const statementTimeoutMs = 15_000
const maxOwnerConnections = 2

/** The platform of a process with the database of a cell in place of home. Keys, clock and ids are those of home. */
export type PlatformOfCell = Platform & {
  /** For what belongs to home: numbers of fraud cases and counts of failed authentication. */
  homePool: pg.Pool
  homeConnectionString: string
}

/** Opens a cell that was prepared. It changes no schema. */
export const openCellPlatform = async (
  home: Platform,
  { name, urls }: Cell,
  maxConnections: number,
): Promise<PlatformOfCell> => {
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
      ownsSchema: await mayChangeSchema(ownerPool),
      reads: readsOfPrimary(pool),
      connectionString: urls.app,
      homePool: home.pool,
      homeConnectionString: home.connectionString,
    }
  } catch (error) {
    await close()
    throw error
  }
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
  archive,
  dataDir,
  host,
  role,
  migrates,
  pause,
}: Platform) => ({
  ...{ registerPool, registerOwnerPool, registerConnectionString },
  ...{ rootKey, clock, random, newId, daySalts, vaultFor, archive },
  ...{ dataDir, host, role, migrates, pause },
})
