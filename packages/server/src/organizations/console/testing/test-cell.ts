import type { Platform } from '@nani/foundation/platform/index.ts'
import { readsOfPrimary } from '@nani/foundation/storage/index.ts'
import { createDatabaseAtNoon } from '../../../../../../testing/database.ts'
import { openActCell } from '../../../app/cells/index.ts'
import type { Places } from '../../../gateway/acts/index.ts'
import { openAppPool } from '../../../testing/modes.ts'
import { createDirectory } from '../../organizations/index.ts'
import type { CellOfConsole } from '../console-acts.ts'

let placed = false

/** From now on, consoles of this process have a cell with all applications. Only an isolated test uses it. */
export const placeInCell = (): void => {
  placed = true
}
export const isInCell = (): boolean => placed

/**
 * A cell in which every organization is placed. PostgreSQL does not copy between these databases: an organization is copied when its
 * place is looked for.
 */
export const openTestCell = async (platform: Platform) => {
  const database = await createDatabaseAtNoon()
  const pool = openAppPool(database)
  const cell = openActCell({ ...platform, name: 'north', pool, home: platform.pool })
  const context: CellOfConsole = {
    ...{ cell, pool, reads: readsOfPrimary(pool), conformance: { wake() {} } },
    directory: createDirectory(pool, platform.vaultFor('credentials'), platform.clock),
  }
  const state = { isAway: false }
  const usable = () => (state.isAway ? null : context)
  const places: Places<CellOfConsole> = {
    async find(organizationId) {
      const home = platform.ownerPool
      const { rows } = await home.query<{ copy: string }>(
        'select to_jsonb(o)::text as copy from organizations o where organization_id = $1',
        [organizationId],
      )
      await home.query(
        `insert into placed_organizations (organization_id, cell, placed_at, with_money)
         values ($1, 'north', now(), true) on conflict do nothing`,
        [organizationId],
      )
      await database.pool.query(
        `insert into organizations select * from jsonb_populate_record(null::organizations, $1::jsonb)
         on conflict do nothing`,
        [rows[0]?.copy],
      )
      return { name: 'north', cell: usable(), withMoney: true }
    },
    findApplication: () => ({ name: 'north', cell: usable() }),
    findKey: () => ({ name: 'north', cell: usable() }),
    all: () => [{ name: 'north', cell: usable() }],
  }
  return {
    ...{ database, pool, places, carry: cell.carry },
    /** Whether it cannot be used, as a process finds out. */
    setAway(isAway: boolean) {
      state.isAway = isAway
    },
    async stop() {
      await pool.end()
      await database.drop()
    },
  }
}
