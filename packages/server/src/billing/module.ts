import { throttledErrorLog } from '../core/index.ts'
import { defineModule, type Platform } from '../platform/index.ts'
import { createBilling } from './billing.ts'
import { openPriceLists } from './price-lists.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'newId' | 'connectionString' | 'log'>

/** Prices, allowances and the ledger. */
export const billingModule = defineModule({
  name: 'billing',
  async open({ pool, clock, newId, connectionString, log }: Needs) {
    const onError = throttledErrorLog('billing', { clock, log })
    const lists = await openPriceLists({ pool, connectionString }, onError)
    return {
      provides: { billing: createBilling(lists, { pool, clock, newId }) },
      start: lists.start,
      stop: lists.stop,
    }
  },
})
