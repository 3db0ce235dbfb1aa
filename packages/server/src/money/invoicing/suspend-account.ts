import type pg from 'pg'
import { cellOfMoney } from '../../gateway/acts/index.ts'
import { setAllAvailable } from '../billing/index.ts'
import {
  closeContext,
  type InvoicingPlatform,
  type MoneyContext,
  moneyTransaction,
  openContext,
  touchWallet,
  walletNow,
} from './money-transaction.ts'
import { isAccountSuspended, restoreServices } from './payments/pay-invoices.ts'

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
 * transaction that writes it. They return only if no invoice is overdue. Where the money is in a cell, they follow after the commit.
 * Returns the applications with an event.
 */
export const followAccountStatus = async (
  client: pg.PoolClient,
  organizationId: string,
  isSuspended: boolean,
  platform: Platform,
): Promise<string[]> => {
  if ((await cellOfMoney(client, organizationId)) !== null) return []
  const context = await openContext(client, organizationId, platform)
  if (isSuspended) await suspendServices(context)
  else await restoreServices(context)
  return closeContext(context)
}

/** The same in the database that has the money. The status is read under the lock of the wallet, so that the last one counts. */
export const followStatusOf = (platform: InvoicingPlatform, organizationId: string): Promise<void> =>
  moneyTransaction(platform, organizationId, async (context) => {
    if (await isAccountSuspended(context)) await suspendServices(context)
    else await restoreServices(context)
  })

/**
 * Follows the accounts whose services do not: a process ended after home had committed the status, or the cell was away. An
 * organization without a wallet may have applications that begin to call. One that has left this database is followed in the other one.
 */
export const followStatuses = async (platform: InvoicingPlatform): Promise<void> => {
  const { rows } = await platform.pool.query<{ organization_id: string }>(
    `select o.organization_id from organizations o left join billing_wallets w using (organization_id)
     where not exists (
         select from move_fences f where f.organization_id = o.organization_id and f.moved_at is not null)
       and ((o.account_status = 'suspended' and w.suspended is not true
         and exists (select from applications a where a.organization_id = o.organization_id and a.environment = 'production'))
       or (w.suspended and o.account_status not in ('suspended', 'closed') and not exists (
         select from billing_invoices i where i.organization_id = o.organization_id and i.status = 'overdue')))`,
  )
  const failures: unknown[] = []
  for (const { organization_id } of rows)
    await followStatusOf(platform, organization_id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
