import type { Clock } from '@nani/foundation/core/index.ts'
import { createConsolePages } from '@nani/foundation/http/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { createCommit } from '../calls/commit/index.ts'
import { createBilling, listInEffect, readPriceLists } from '../money/billing/index.ts'

type Parts = Pick<Platform, 'pool' | 'newId'> & { clock: Clock }

/** Billing and the commit of one process, with the price lists that the database has now. A test may replace the lists. */
export const openTestBilling = async ({ pool, clock, newId }: Parts) => {
  const lists = { current: await readPriceLists(pool) }
  const inEffect = (organizationId: string, atMs: number) => listInEffect(lists.current, organizationId, atMs)
  const pages = { topUpUrl: 'https://pay.example/top-up', consolePages: createConsolePages() }
  const billing = createBilling({ inEffect }, { pool, clock, newId, ...pages })
  return { lists, inEffect, billing, commit: createCommit(pool, billing) }
}
