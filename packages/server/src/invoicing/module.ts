import type { Billing } from '../billing/index.ts'
import type { CallsDependencies } from '../calls/index.ts'
import { throttledErrorLog } from '../core/index.ts'
import type { Http } from '../http/index.ts'
import { defineModule, type Platform } from '../platform/index.ts'
import { alertBudgets } from './budgets.ts'
import { runDueCycles } from './cycle.ts'
import { openKeeper } from './keeper.ts'
import { pricesEndpoint } from './prices-endpoint.ts'
import { callbackSurface } from './providers/callback-surface.ts'
import { invoicingSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'newId' | 'vaultFor' | 'log'> & {
  calls: CallsDependencies
  billing: Billing
  http: Http
}

/** Invoices, payments and their cycle, and the money of applications that spend. */
export const invoicingModule = defineModule({
  name: 'invoicing',
  settings: invoicingSettings,
  open({ pool, clock, newId, vaultFor, log, calls, billing, http }: Needs, { mobileMoneySecret }) {
    const platform = { pool, clock, newId, vaultFor }
    const keeper = openKeeper(platform, throttledErrorLog('billing', { clock, log }))
    billing.spent.subscribe(keeper.onSpent)
    return {
      endpoints: [pricesEndpoint(calls)],
      surfaces: [callbackSurface(platform, http, mobileMoneySecret)],
      start: keeper.start,
      stop: keeper.stop,
      hourly: [
        async () => {
          await runDueCycles(platform)
          await alertBudgets(platform, log)
        },
      ],
    }
  },
})
