import { throttledErrorLog } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { CallsDependencies } from '../../calls/calls/index.ts'
import type { Detection } from '../../risk/detection/index.ts'
import type { Billing } from '../billing/index.ts'
import { openKeeper } from './background-tasks.ts'
import { alertBudgets } from './budgets.ts'
import { runDueCycles } from './invoices/cycle.ts'
import { pricesEndpoint } from './prices-endpoint.ts'
import { countCallbacks } from './providers/callback-metric.ts'
import { callbackSurface } from './providers/callback-surface.ts'
import { mobileMoney } from './providers/mobile-money.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { invoicingSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'newId' | 'vaultFor' | 'log'> & {
  calls: CallsDependencies
  billing: Billing
  http: Http
  detection: Pick<Detection, 'onAlarm'>
}

const reportBudgets = async (
  platform: Parameters<typeof alertBudgets>[0],
  detection: Needs['detection'],
  log: Platform['log'],
): Promise<void> => {
  for (const { kind, application_id } of await alertBudgets(platform)) {
    detection.onAlarm(kind)
    log(`alarm ${kind}: ${application_id} spent its budget of this month.`, 'warn')
  }
}

/** Invoices, payments and their cycle, and the money of applications that spend. */
export const invoicingModule = defineModule({
  name: 'invoicing',
  settings: invoicingSettings,
  open({ pool, clock, newId, vaultFor, log, calls, billing, http, detection }: Needs, settings) {
    const platform = { pool, clock, newId, vaultFor }
    const { mobileMoneySecret, mobileMoneySecondSecret } = settings
    const callbacks = countCallbacks()
    const secrets = [mobileMoneySecret, mobileMoneySecondSecret].filter((secret) => secret !== null)
    const keeper = openKeeper(platform, throttledErrorLog('billing', { clock, log }))
    billing.spent.subscribe(keeper.onSpent)
    const { mobileMoneyUrl: url } = settings
    const paymentProvider: PaymentProvider | null =
      url !== null && mobileMoneySecret !== null
        ? mobileMoney({ url, secret: mobileMoneySecret }, clock)
        : null
    return {
      provides: { paymentProvider },
      endpoints: [pricesEndpoint(calls)],
      surfaces: [callbackSurface(platform, http, { secrets, onSigned: callbacks.onSigned })],
      metrics: secrets.length > 0 ? [callbacks.register] : [],
      start: keeper.start,
      stop: keeper.stop,
      hourly: [() => runDueCycles(platform, () => reportBudgets(platform, detection, log))],
    }
  },
})
