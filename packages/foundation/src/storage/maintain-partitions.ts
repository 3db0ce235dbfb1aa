import type pg from 'pg'
import { inMaintenanceTurn } from './maintenance-turn.ts'
import { createComingPartitions } from './partitions.ts'
import { retirePartitions } from './retire-partitions.ts'

/** Both halves of the work at one instant, as a run of maintenance that may delete does it. */
export const maintainPartitions = async (ownerPool: pg.Pool, nowMs: number): Promise<void> => {
  await createComingPartitions(ownerPool, nowMs)
  await inMaintenanceTurn(ownerPool, (client) => retirePartitions(client, nowMs))
}
