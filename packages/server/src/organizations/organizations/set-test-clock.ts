import { announceChange } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'

/** Sets how far the test clock of an application is ahead. Every process hears of it at the commit. */
export const setTestClock = async (
  client: pg.PoolClient,
  applicationId: string,
  aheadMs: number,
): Promise<void> => {
  await client.query('update applications set test_clock_ms = $2 where application_id = $1', [
    applicationId,
    aheadMs,
  ])
  await announceChange(client, applicationId)
}
