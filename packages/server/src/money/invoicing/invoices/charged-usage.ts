import { dayMs } from '@nani/foundation/core/index.ts'
import { type Database, dayOf, partitionedTables } from '@nani/foundation/storage/index.ts'
import { readAllowances } from '../../billing/index.ts'
import type { InvoicingPlatform } from '../money-transaction.ts'

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

/** The groups of each application. */
export type ChargedUsage = ReadonlyMap<string, readonly UsageGroup[]>

export const dayBefore = (day: string): string => dayOf(Date.parse(day) - dayMs)
const dayAfter = (day: string): string => dayOf(Date.parse(day) + dayMs)
/** How long charges are kept. */
export const chargesKeptDays = partitionedTables.call_charges

/**
 * A charge belongs to the day on which it was performed, and it is committed within seconds. Charges of the day before the
 * last one in the ledger are therefore complete; one more day is read again, for a slow commit.
 */
const lookBackDays = 2

/** The charges of one day. A statement reads one day, so that its time is bounded by the calls of a day. */
export const readChargedOn = async (
  database: Database,
  applicationId: string,
  day: string,
): Promise<UsageGroup[]> => {
  const { rows } = await database.query<UsageGroup>({
    name: 'read-charged-on-day',
    text: `select day, item, mode, scopes, price_list_id, count(*)::bigint as quantity, sum(amount)::bigint as amount
           from call_charges where application_id = $1 and day = $2 and livemode and amount > 0
           group by day, item, mode, scopes, price_list_id order by item, mode, price_list_id, scopes`,
    values: [applicationId, day],
  })
  return rows
}

/**
 * What the calls of an organization were charged before a day, from the last days in the ledger on. It takes longer the more
 * was called, so that it is read before the wallet is locked.
 */
export const readCharged = async (
  { pool, clock }: Pick<InvoicingPlatform, 'pool' | 'clock'>,
  organizationId: string,
  beforeDay: string,
): Promise<ChargedUsage> => {
  const nowMs = clock.now()
  const last = [dayBefore(beforeDay), dayOf(nowMs + dayMs)].toSorted()[0] as string
  const charged = new Map<string, UsageGroup[]>()
  for (const { applicationId, unposted } of await readAllowances(pool, organizationId)) {
    if (unposted === 0) continue
    const first = (await lookBackDay(pool, applicationId)) ?? dayOf(nowMs - chargesKeptDays * dayMs)
    const groups: UsageGroup[] = []
    for (let day = first; day <= last; day = dayAfter(day))
      groups.push(...(await readChargedOn(pool, applicationId, day)))
    charged.set(applicationId, groups)
  }
  return charged
}

/** Null: nothing of the application is in the ledger. */
const lookBackDay = async (database: Database, applicationId: string): Promise<string | null> => {
  const { rows } = await database.query<{ day: string | null }>(
    'select max(day) as day from billing_usage where application_id = $1',
    [applicationId],
  )
  const posted = rows[0]?.day ?? null
  return posted && dayOf(Date.parse(posted) - lookBackDays * dayMs)
}

/** The usage of an application in the ledger, from a day on. */
const readPosted = async (
  database: Database,
  applicationId: string,
  fromDay: string,
): Promise<ReadonlyMap<string, UsageGroup>> => {
  const { rows } = await database.query<UsageGroup>(
    `select day, item, mode, scopes, price_list_id, sum(quantity)::bigint as quantity, sum(amount)::bigint as amount
     from billing_usage where application_id = $1 and day >= $2
     group by day, item, mode, scopes, price_list_id`,
    [applicationId, fromDay],
  )
  return new Map(rows.map((group) => [keyOf(group), group]))
}

const keyOf = ({ day, item, mode, scopes, price_list_id }: UsageGroup): string =>
  [day, item, mode, price_list_id, ...scopes].join(' ')

/**
 * The part of charged groups that is not in the ledger. The caller holds the lock of the wallet, so that no other process adds
 * it too. Charges are only ever added: what was read before the lock is at most what there is.
 */
export const notPosted = async (
  database: Database,
  applicationId: string,
  charged: readonly UsageGroup[],
): Promise<UsageGroup[]> => {
  const fromDay = charged.reduce<string | null>(
    (first, { day }) => (first && first < day ? first : day),
    null,
  )
  if (fromDay === null) return []
  const posted = await readPosted(database, applicationId, fromDay)
  return charged.flatMap((group) => {
    const known = posted.get(keyOf(group))
    const quantity = group.quantity - (known?.quantity ?? 0)
    return quantity > 0 ? [{ ...group, quantity, amount: group.amount - (known?.amount ?? 0) }] : []
  })
}
