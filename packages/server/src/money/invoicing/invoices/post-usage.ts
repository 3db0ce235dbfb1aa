import { type Database, dayOf } from '@nani/foundation/storage/index.ts'
import type { Allowance, Entry } from '../../billing/index.ts'
import { markPosted, readPriceLists } from '../../billing/index.ts'
import { type MoneyContext, post } from '../money-transaction.ts'
import {
  type ChargedUsage,
  chargesKeptDays,
  dayBefore,
  notPosted,
  readChargedOn,
  type UsageGroup,
} from './charged-usage.ts'

/**
 * Writes the usage of an organization to the ledger: what calls spent leaves their allowances and becomes revenue. For a
 * postpaid organization the same amount is owed. `charged` was read before the lock.
 */
export const postUsage = async (context: MoneyContext, charged: ChargedUsage): Promise<void> => {
  for (const { applicationId } of context.funds.allowances) {
    const groups = await notPosted(context.client, applicationId, charged.get(applicationId) ?? [])
    await postUsageOf(context, applicationId, groups)
  }
}

/**
 * The same for everything that was spent until now. The lock is held, so that `spent` is exact: the newest days are read until
 * it is complete. After a run of the cycle this is one day.
 */
export const postAllUsage = async (context: MoneyContext): Promise<void> => {
  for (const allowance of context.funds.allowances)
    await postUsageOf(context, allowance.applicationId, await allNotPosted(context, allowance))
}

const allNotPosted = async (
  { client, nowMs }: MoneyContext,
  { applicationId, unposted }: Allowance,
): Promise<UsageGroup[]> => {
  const found: UsageGroup[] = []
  let missing = unposted
  let day = dayOf(nowMs + 86_400_000)
  for (let read = 0; missing > 0 && read <= chargesKeptDays; read++) {
    const groups = await notPosted(client, applicationId, await readChargedOn(client, applicationId, day))
    missing -= groups.reduce((sum, { amount }) => sum + amount, 0)
    found.push(...groups)
    day = dayBefore(day)
  }
  if (missing !== 0) throw new Error(`charges of ${applicationId} for ${missing} millionths are missing`)
  return found
}

const postUsageOf = async (
  context: MoneyContext,
  applicationId: string,
  groups: readonly UsageGroup[],
): Promise<void> => {
  if (groups.length === 0) return
  const { client, newId, organizationId, funds } = context
  const amount = groups.reduce((sum, group) => sum + group.amount, 0)
  const allowance = funds.allowances.find((one) => one.applicationId === applicationId)
  const isUnlimited = allowance?.available === null
  const isPostpaid = funds.wallet.mode === 'postpaid'
  const entries: Entry[] = [
    ['revenue', amount],
    ...(isUnlimited ? [] : [[`allowance:${applicationId}`, 0 - amount] as const]),
    // The credit that the calls used is free again. What they cost is owed instead.
    ...(isPostpaid ? [['unbilled', 0 - amount] as const] : []),
    ...(isPostpaid && !isUnlimited ? [['credit', amount] as const] : []),
  ]
  const transactionId = await post(context, 'usage', entries, { subject: applicationId })
  await client.query(
    `insert into billing_usage (posting_id, position, organization_id, application_id, day, item, mode, scopes,
       price_list_id, quantity, amount, paid_by, transaction_id)
     select $1, g.position, $2, $3, g.day, g.item, g.mode, g.scopes, g.price_list_id, g.quantity, g.amount, $4, $5
     from jsonb_to_recordset($6::jsonb) as g(position integer, day date, item text, mode text, scopes text[],
       price_list_id text, quantity bigint, amount bigint)`,
    [
      ...[newId('ups'), organizationId, applicationId, isPostpaid ? 'invoice' : 'wallet', transactionId],
      JSON.stringify(groups.map((group, index) => ({ ...group, position: index + 1 }))),
    ],
  )
  context.funds = await markPosted(client, context.funds, applicationId, amount)
}

/** Every price list by its id. */
export const priceListsById = async (client: Database) =>
  new Map((await readPriceLists(client)).map((list) => [list.id, list]))
