import { startQueue } from '@nani/foundation/storage/index.ts'
import { createDatabaseAtNoon } from '../../../../../../../testing/database.ts'
import { createHomeAndCell } from '../../../../testing/database/home-and-cell.ts'
import { type Move, performMove } from '../move-organization.ts'

/**
 * Home with the application `app_one` of an organization, and a cell with a copy of the organization. The login of both databases is that
 * of the owner.
 */
export const openMoveWorld = async (
  environment: 'sandbox' | 'production' = 'sandbox',
  create = createDatabaseAtNoon,
) => {
  const { home, cell } = await createHomeAndCell(['org_one'], create)
  await home.pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ('app_one', 'org_one', 'Guichet', $1, '{}', '{}', '{}', 1, now())`,
    [environment],
  )
  await (await startQueue({ pool: home.pool, upkeepPool: null, migrate: false }, () => {})).stop()
  const ofHome = { name: 'home', owner: home.pool }
  const ofCell = { name: 'north', owner: cell.pool }
  /** From home to the cell, or as `changes` say. */
  const move = (changes: Partial<Move> = {}) =>
    performMove({
      ...{ organizationId: 'org_one', home: home.pool, refuseMs: 5_000, source: ofHome, target: ofCell },
      requireAlone: async () => {},
      markMonitors: async () => {},
      progress: () => {},
      pause: async () => {},
      ...changes,
    })
  return {
    ...{ home, cell, move },
    moveBack: () => move({ source: ofCell, target: ofHome }),
    async drop() {
      await home.drop()
      await cell.drop()
    },
  }
}

export type MoveWorld = Awaited<ReturnType<typeof openMoveWorld>>
