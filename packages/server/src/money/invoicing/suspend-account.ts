import type pg from 'pg'
import { setAllAvailable } from '../billing/index.ts'
import {
  closeContext,
  type InvoicingPlatform,
  type MoneyContext,
  openContext,
  touchWallet,
  walletNow,
} from './money-transaction.ts'
import { restoreServices } from './payments/pay-invoices.ts'

/** Billable services stop: no application may spend anything. Returns false if they have stopped already. */
export const suspendServices = async (context: MoneyContext): Promise<boolean> => {
  if (context.funds.wallet.suspended) return false
  const { client, newId, nowMs } = context
  context.funds = await setAllAvailable(client, context.funds, 0, { newId, nowMs })
  await touchWallet(context, { suspended: true })
  context.events.push({ type: 'billing.services_suspended', object: walletNow(context) })
  return true
}

type Platform = Pick<InvoicingPlatform, 'newId' | 'clock' | 'vaultFor'>

/**
 * Billable services follow the suspension of the account (spec/organizations#registration-of-an-organization), in the
 * transaction that writes it. They return only if no invoice is overdue. Returns the applications with an event.
 */
export const followAccountStatus = async (
  client: pg.PoolClient,
  organizationId: string,
  isSuspended: boolean,
  platform: Platform,
): Promise<string[]> => {
  const context = await openContext(client, organizationId, platform)
  if (isSuspended) await suspendServices(context)
  else await restoreServices(context)
  return closeContext(context)
}
