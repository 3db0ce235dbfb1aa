import { keepRunning, throttledErrorLog } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import type { CallsDependencies } from '../../calls/calls/index.ts'
import { type ActCell, databasesOf, hasCells, type Places, placesOfMoney } from '../../gateway/acts/index.ts'
import type { Detection } from '../../risk/detection/index.ts'
import type { Billing } from '../billing/index.ts'
import { openKeeper } from './background-tasks.ts'
import { alertBudgets } from './budgets.ts'
import { runDueCycles } from './invoices/cycle.ts'
import type { InvoicingPlatform } from './money-transaction.ts'
import { pricesEndpoint } from './prices-endpoint.ts'
import { countCallbacks } from './providers/callback-metric.ts'
import { callbackSurface } from './providers/callback-surface.ts'
import { mobileMoney } from './providers/mobile-money.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { invoicingSettings } from './settings.ts'
import { followStatuses } from './suspend-account.ts'

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

const statusEveryMs = 30_000

/**
 * The money of applications that spend, and the cycle of the organizations whose money is in the database of the platform. Where there
 * are cells, the decisions of operators about accounts are looked for: an organization may have moved meanwhile.
 */
const openWork = (
  platform: InvoicingPlatform,
  { billing, detection, log }: Pick<Needs, 'billing' | 'detection' | 'log'>,
) => {
  const onStatusError = throttledErrorLog('suspended accounts', { clock: platform.clock, log })
  const followIfCells = async () => {
    if (await hasCells(platform.cell?.home ?? platform.pool)) await followStatuses(platform)
  }
  let following: ReturnType<typeof keepRunning> | null = null
  const keeper = openKeeper(platform, throttledErrorLog('billing', { clock: platform.clock, log }))
  billing.spent.subscribe(keeper.onSpent)
  return {
    start: keeper.start,
    work() {
      following = keepRunning(followIfCells, statusEveryMs, onStatusError)
    },
    async stop() {
      await following?.stop()
      await keeper.stop()
    },
    hourly: [() => runDueCycles(platform, () => reportBudgets(platform, detection, log))],
  }
}

/** Invoices, payments and their cycle, and the money of applications that spend. */
export const invoicingModule = defineModule({
  name: 'invoicing',
  settings: invoicingSettings,
  open(needs: Needs, { mobileMoneyUrl: url, mobileMoneySecret }) {
    const { pool, clock, newId, vaultFor, calls } = needs
    const paymentProvider: PaymentProvider | null =
      url !== null && mobileMoneySecret !== null
        ? mobileMoney({ url, secret: mobileMoneySecret }, clock)
        : null
    return {
      provides: { paymentProvider },
      endpoints: [pricesEndpoint(calls)],
      ...openWork({ pool, clock, newId, vaultFor }, needs),
    }
  },
})

type NeedsOfCallbacks = Pick<Needs, 'pool' | 'clock' | 'newId' | 'vaultFor' | 'http'> & {
  places: Places<{ pool: pg.Pool; cell: ActCell }>
}

/** Where the provider of mobile money confirms payments, of organizations in all databases. */
export const paymentCallbacksModule = defineModule({
  name: 'payment callbacks',
  settings: invoicingSettings,
  open({ pool, clock, newId, vaultFor, http, places }: NeedsOfCallbacks, settings) {
    const { mobileMoneySecret, mobileMoneySecondSecret } = settings
    const secrets = [mobileMoneySecret, mobileMoneySecondSecret].filter((secret) => secret !== null)
    const callbacks = countCallbacks()
    const rules = {
      ...{ secrets, onSigned: callbacks.onSigned },
      ...{ places: placesOfMoney(places), databases: databasesOf(pool, places) },
    }
    return {
      surfaces: [callbackSurface({ pool, clock, newId, vaultFor }, http, rules)],
      metrics: secrets.length > 0 ? [callbacks.register] : [],
    }
  },
})

/** The same work in a cell. */
export const invoicingOfCellModule = defineModule({
  name: invoicingModule.name,
  open(needs: Needs & { cell: ActCell }) {
    const { pool, clock, newId, vaultFor, calls, cell } = needs
    return {
      endpoints: [pricesEndpoint(calls)],
      ...openWork({ pool, clock, newId, vaultFor, cell }, needs),
    }
  },
})
