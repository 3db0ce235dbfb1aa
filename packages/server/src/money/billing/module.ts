import { throttledErrorLog } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { createBilling } from './billing.ts'
import { openPriceLists } from './price-lists.ts'
import { billingSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'newId' | 'connectionString' | 'log'>

/** Prices, allowances and the ledger. */
export const billingModule = defineModule({
  name: 'billing',
  settings: billingSettings,
  async open({ pool, clock, newId, connectionString, log }: Needs, { topUpUrl }) {
    const onError = throttledErrorLog('billing', { clock, log })
    const lists = await openPriceLists({ pool, connectionString }, onError)
    return {
      provides: { billing: createBilling(lists, { pool, clock, newId, topUpUrl }) },
      start: lists.start,
      stop: lists.stop,
    }
  },
})
