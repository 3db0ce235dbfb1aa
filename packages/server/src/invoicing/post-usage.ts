import type pg from 'pg'
import type { Entry } from '../billing/index.ts'
import { markPosted, readPriceLists } from '../billing/index.ts'
import { dayOf } from '../storage/index.ts'
import { type MoneyContext, post } from './money-transaction.ts'

/** Equal charges of an application on one day. */
export type UsageGroup = {
  day: string
  item: string
  mode: string
  scopes: string[]
  price_list_id: string
  quantity: number
  amount: number
}

type Database = Pick<pg.ClientBase, 'query'>

/**
 * A charge belongs to the day on which it was performed, and it is committed within seconds. Charges of the day before the
 * last one in the ledger are therefore complete; one more day is read again, for a slow commit.
 */
const lookBackDays = 2
const dayMs = 86_400_000

/** What is charged and is not in the ledger yet, up to a day that is not included. Null: everything. */
const unpostedUsage = async (
  client: Database,
  applicationId: string,
  beforeDay: string | null,
): Promise<UsageGroup[]> => {
  const { rows: last } = await client.query<{ day: string | null }>(
    'select max(day) as day from billing_usage where application_id = $1',
    [applicationId],
  )
  const since = last[0]?.day ? dayOf(Date.parse(last[0].day) - lookBackDays * dayMs) : '1970-01-01'
  const { rows } = await client.query<UsageGroup>(
    `with charged as (
       select day, item, mode, scopes, price_list_id, count(*) as quantity, sum(amount) as amount from call_charges
       where application_id = $1 and day >= $2 and ($3::date is null or day < $3::date) and livemode and amount > 0
       group by day, item, mode, scopes, price_list_id
     ), known as (
       select day, item, mode, scopes, price_list_id, sum(quantity) as quantity, sum(amount) as amount
       from billing_usage where application_id = $1 and day >= $2
       group by day, item, mode, scopes, price_list_id
     )
     select c.day, c.item, c.mode, c.scopes, c.price_list_id, (c.quantity - coalesce(k.quantity, 0))::bigint as quantity,
       (c.amount - coalesce(k.amount, 0))::bigint as amount
     from charged c left join known k using (day, item, mode, scopes, price_list_id)
     where c.quantity > coalesce(k.quantity, 0)
     order by c.day, c.item, c.mode, c.price_list_id, c.scopes`,
    [applicationId, since, beforeDay],
  )
  return rows
}

/**
 * Writes the usage of an organization to the ledger: what calls spent leaves their allowances and becomes revenue. For a
 * postpaid organization the same amount is owed. `beforeDay`: only days before it; null: everything.
 */
export const postUsage = async (context: MoneyContext, beforeDay: string | null): Promise<void> => {
  for (const { applicationId } of context.funds.allowances)
    await postUsageOf(context, applicationId, await unpostedUsage(context.client, applicationId, beforeDay))
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
  const postingId = newId('ups')
  for (const [index, group] of groups.entries())
    await client.query(
      `insert into billing_usage (posting_id, position, organization_id, application_id, day, item, mode, scopes,
         price_list_id, quantity, amount, paid_by, transaction_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        ...[postingId, index + 1, organizationId, applicationId, group.day, group.item, group.mode],
        ...[group.scopes, group.price_list_id, group.quantity, group.amount],
        ...[isPostpaid ? 'invoice' : 'wallet', transactionId],
      ],
    )
  context.funds = await markPosted(client, context.funds, applicationId, amount)
}

/** Every price list by its id. */
export const priceListsById = async (client: Database) =>
  new Map((await readPriceLists(client)).map((list) => [list.id, list]))
