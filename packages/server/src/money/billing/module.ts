import { throttledErrorLog, type ValuesOf } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { createBilling } from './billing.ts'
import { fundsMetrics } from './funds-metrics.ts'
import { openPriceLists } from './price-lists.ts'
import { billingSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'newId' | 'connectionString' | 'log'> & {
  http: Pick<Http, 'consolePages'>
}

/** `lists`: the database that has the prices. */
const openBilling = async (
  {
    pool,
    clock,
    newId,
    log,
    http,
    lists: source,
  }: Needs & { lists: Pick<Needs, 'pool' | 'connectionString'> },
  { topUpUrl }: ValuesOf<typeof billingSettings>,
) => {
  const { consolePages } = http
  const { pool: listsPool, connectionString } = source
  const lists = await openPriceLists(
    { pool: listsPool, connectionString },
    throttledErrorLog('billing', { clock, log }),
  )
  return {
    provides: { billing: createBilling(lists, { pool, clock, newId, topUpUrl, consolePages }) },
    metrics: [fundsMetrics(pool)],
    start: lists.start,
    stop: lists.stop,
  }
}

/** Prices, allowances and the ledger. */
export const billingModule = defineModule({
  name: 'billing',
  settings: billingSettings,
  open: (needs: Needs, settings) => openBilling({ ...needs, lists: needs }, settings),
})

type NeedsInCell = Needs & { homePool: Needs['pool']; homeConnectionString: string }

/** In a cell: prices are those of home, which announces them. */
export const billingOfCellModule = defineModule({
  name: billingModule.name,
  settings: billingSettings,
  open: ({ homePool, homeConnectionString, ...needs }: NeedsInCell, settings) =>
    openBilling({ ...needs, lists: { pool: homePool, connectionString: homeConnectionString } }, settings),
})
