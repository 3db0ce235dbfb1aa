import type pg from 'pg'
import type { Cell } from './cell-rows.ts'
import {
  createSlot,
  dropSlot,
  endSubscription,
  hasSlot,
  isSubscribed,
  publishCopies,
  requireReplicationRight,
  subscribeToHome,
} from './copies.ts'
import { onCellDatabase } from './open-cell.ts'

/** Publishes tables of home and lets a cell copy them: continues where it was, or copies all of them again. Safe to repeat. */
export const copyHome = async (homeOwner: pg.Pool, owner: pg.Pool, cell: Cell): Promise<void> => {
  const { name, urls } = cell
  const keepsLog = await onCellDatabase(cell, 'home', async (home) => {
    const { rows } = await home.query<{ login: string }>('select current_user::text as login')
    await publishCopies(homeOwner, (rows[0] as { login: string }).login)
    await requireReplicationRight(home)
    return hasSlot(home, name)
  })
  const follows = keepsLog && (await isSubscribed(owner, name))
  if (!follows) {
    // All tables are copied again, for example after a restore of home. The subscription ends first: if this process ended in between,
    // it would go on with the new slot, without what was before.
    await endSubscription(owner)
    await onCellDatabase(cell, 'home', (home) => createSlot(home, name))
  }
  try {
    await subscribeToHome(owner, name, urls.home)
  } catch (error) {
    // Home would keep its log for a cell that does not read it.
    if (!follows) await onCellDatabase(cell, 'home', (home) => dropSlot(home, name)).catch(() => {})
    throw error
  }
}
