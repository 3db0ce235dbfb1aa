import { throttledErrorLog } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { createBilling } from './billing.ts'
import { fundsMetrics } from './funds-metrics.ts'
import { openPriceLists } from './price-lists.ts'
import { billingSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'newId' | 'connectionString' | 'log'> & {
  http: Pick<Http, 'consolePages'>
}

/** Prices, allowances and the ledger. */
export const billingModule = defineModule({
  name: 'billing',
  settings: billingSettings,
  async open({ pool, clock, newId, connectionString, log, http }: Needs, { topUpUrl }) {
    const { consolePages } = http
    const onError = throttledErrorLog('billing', { clock, log })
    const lists = await openPriceLists({ pool, connectionString }, onError)
    return {
      provides: { billing: createBilling(lists, { pool, clock, newId, topUpUrl, consolePages }) },
      metrics: [fundsMetrics(pool)],
      start: lists.start,
      stop: lists.stop,
    }
  },
})
