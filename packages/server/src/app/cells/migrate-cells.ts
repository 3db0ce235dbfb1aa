import { systemRandom } from '@nani/foundation/core/index.ts'
import {
  existingMasterKey,
  type InstallationSettings,
  type Migrated,
  migrateOne,
  type OtherDatabases,
} from '@nani/foundation/platform/index.ts'
import {
  clockSources,
  createDailyVault,
  openDatabaseClock,
  openDaySalts,
  openRootKey,
  placesOfCell,
} from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { requireOwnCell, writeIdentity } from './cell-identity.ts'
import { type Cell, cellsUse, cellsWithout, listsCells, readCells } from './cell-rows.ts'
import { uncopiedTables } from './copies.ts'
import { copyHome } from './copy-home.ts'
import { requireNotHeld } from './held-cells.ts'
import { onCellDatabase } from './open-cell.ts'
import { hasOrganizations } from './place-organization.ts'

type Owners = { home: pg.Pool; owner: pg.Pool; rootKey: Buffer }

/** The schema, the rights and the identity of a cell. With `check` it changes nothing. */
export const migrateCell = async (
  { home, owner, rootKey }: Owners,
  { name }: Pick<Cell, 'name'>,
  check: boolean,
): Promise<Migrated> => {
  const unused = (await hasOrganizations(home, name)) ? 'refused' : 'accepted'
  await requireOwnCell(home, owner, { name, rootKey, unused })
  const migrated = await migrateOne(owner, placesOfCell, check)
  if (!check) await writeIdentity(owner, { name, rootKey })
  return migrated
}

/** The cells of home that are migrated with it, apart from those that are left out. Null: there are none, and no key is needed. */
export const openCellsToMigrate = async (
  config: InstallationSettings,
  home: pg.Pool,
  leftOut: readonly string[],
): Promise<OtherDatabases | null> => {
  if (!(await listsCells(home))) return null
  const { rootKey, cells: all } = await openCells(config, home)
  const cells = cellsWithout(all, leftOut)
  return {
    async migrate(check) {
      const migrated: Record<string, Migrated> = {}
      for (const cell of cells) {
        const otherwise = `. Or leave the cell ${cell.name} out`
        await requireNotHeld(home, cell.name, { otherwise })
      }
      for (const cell of cells)
        migrated[cell.name] = await onCellDatabase(cell, 'owner', (owner) =>
          migrateCell({ home, owner, rootKey }, cell, check),
        )
      return migrated
    },
    /** A release may have new tables with copies. Home has them now. */
    async finish() {
      for (const cell of cells)
        await onCellDatabase(cell, 'owner', async (owner) => {
          if ((await uncopiedTables(owner)).length > 0) await copyHome(home, owner, cell)
        })
    },
  }
}

/** The URLs of the cells, which are sealed. The schema of home may be behind, so that no platform is opened. */
const openCells = async (config: InstallationSettings, home: pg.Pool) => {
  const random = systemRandom()
  const rootKey = await openRootKey(home, await existingMasterKey(config), random)
  const clock = await openDatabaseClock(clockSources(home), () => {})
  try {
    const salts = await openDaySalts({ ownerPool: home, clock, random, onError: () => {} })
    const vault = createDailyVault({ masterKey: rootKey, use: cellsUse, random, salts })
    return { rootKey, cells: await readCells(home, vault) }
  } finally {
    clock.stop()
  }
}
