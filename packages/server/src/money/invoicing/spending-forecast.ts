import { dayMs, rfc3339 } from '@nani/foundation/core/index.ts'
import { type Database, dayOf } from '@nani/foundation/storage/index.ts'
import { type Money, moneyOf, tierOf } from '../billing/index.ts'
import type { UsageGroup } from './invoices/charged-usage.ts'
import { priceListsById } from './invoices/post-usage.ts'
import { readFunds } from './organization-funds.ts'

type ApplicationUsage = UsageGroup & { application_id: string }

/** The charges of an organization from a day on, in groups. */
const readUse = async (
  database: Database,
  organizationId: string,
  fromDay: string,
): Promise<ApplicationUsage[]> => {
  const { rows } = await database.query<ApplicationUsage>(
    `select c.application_id, c.day, c.item, c.mode, c.scopes, c.price_list_id, count(*)::bigint as quantity,
       sum(c.amount)::bigint as amount
     from call_charges c join billing_allowances a on a.application_id = c.application_id
     where a.organization_id = $1 and c.day >= $2 and c.livemode and c.amount > 0
     group by c.application_id, c.day, c.item, c.mode, c.scopes, c.price_list_id
     order by c.day, c.application_id, c.item`,
    [organizationId, fromDay],
  )
  return rows
}

const sumBy = (
  groups: readonly ApplicationUsage[],
  keyOf: (group: ApplicationUsage) => string,
): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const group of groups) sums.set(keyOf(group), (sums.get(keyOf(group)) ?? 0) + group.amount)
  return sums
}

export type SpendingForecast = {
  object: 'forecast'
  from: string
  until: string
  spent: Money
  forecast: Money
  by_day: { day: string; amount: Money }[]
  by_service: { service: string; amount: Money }[]
  by_application: { application_id: string; amount: Money; budget: Money | null }[]
  by_scope: { scope: string; amount: Money }[]
  by_scope_tier: { tier: string; amount: Money }[]
}

/**
 * What was spent in this month, by day, service, application, scope and tier, and what the month will cost.
 * The forecast adds the daily mean of the last seven whole days for the time that is left.
 */
export const forecast = async (
  database: Database,
  organizationId: string,
  nowMs: number,
): Promise<SpendingForecast> => {
  const { wallet } = await readFunds(database, organizationId)
  const today = dayOf(nowMs)
  const from = `${today.slice(0, 7)}-01`
  const endMs = Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 1)
  const weekAgo = dayOf(nowMs - 7 * dayMs)
  const use = await readUse(database, organizationId, weekAgo < from ? weekAgo : from)
  const ofMonth = use.filter(({ day }) => day >= from)
  const spent = total(ofMonth)
  const since = await firstDayOfUse(database, organizationId, use)
  const [, first = today] = [since, weekAgo].toSorted()
  const rest = perDay(use, { since: first, today }) * ((endMs - nowMs) / dayMs)
  const money = (micros: number) => moneyOf(micros, wallet.currency)
  const budgets = await readBudgets(database, organizationId)
  const scopes = await byScope(database, ofMonth)
  const rows = <Name extends string>(name: Name, sums: Map<string, number>) =>
    [...sums].map(
      ([key, amount]) => ({ [name]: key, amount: money(amount) }) as Record<Name, string> & { amount: Money },
    )
  return {
    object: 'forecast',
    from: rfc3339(Date.parse(from)),
    until: rfc3339(endMs),
    spent: money(spent),
    forecast: money(spent + Math.round(rest)),
    by_day: rows(
      'day',
      sumBy(ofMonth, ({ day }) => day),
    ),
    by_service: rows(
      'service',
      sumBy(ofMonth, ({ item }) => item),
    ),
    by_application: rows(
      'application_id',
      sumBy(ofMonth, ({ application_id: id }) => id),
    ).map((row) => ({
      ...row,
      budget: budgets.has(row.application_id) ? money(budgets.get(row.application_id) as number) : null,
    })),
    by_scope: rows('scope', largestFirst(scopes)),
    by_scope_tier: rows('tier', largestFirst(byTier(scopes))),
  }
}

const total = (groups: readonly ApplicationUsage[]): number =>
  groups.reduce((sum, { amount }) => sum + amount, 0)

/** The first day with usage in the ledger. If the ledger has none, the first day of the charges that were read. */
const firstDayOfUse = async (
  database: Database,
  organizationId: string,
  use: readonly ApplicationUsage[],
): Promise<string> => {
  const { rows } = await database.query<{ day: string | null }>(
    'select min(day) as day from billing_usage where organization_id = $1',
    [organizationId],
  )
  const days = [rows[0]?.day, use[0]?.day].filter((day) => typeof day === 'string')
  return days.toSorted()[0] ?? ''
}

/** The mean of the whole days since a day, also those without use. On the first day it is the use of this day. */
const perDay = (
  groups: readonly ApplicationUsage[],
  { since, today }: { since: string; today: string },
): number => {
  const days = Math.round((Date.parse(today) - Date.parse(since)) / dayMs)
  const known = groups.filter(({ day }) => (days === 0 ? day === today : day >= since && day < today))
  return total(known) / Math.max(1, days)
}

/** What each scope cost, which is the price of its tier for each returned record. */
const byScope = async (
  database: Database,
  groups: readonly ApplicationUsage[],
): Promise<Map<string, number>> => {
  const lists = await priceListsById(database)
  const sums = new Map<string, number>()
  for (const { price_list_id, scopes, quantity } of groups)
    for (const scope of scopes) {
      const amount = (lists.get(price_list_id)?.prices.tiers[tierOf(scope)] ?? 0) * quantity
      if (amount > 0) sums.set(scope, (sums.get(scope) ?? 0) + amount)
    }
  return sums
}

const largestFirst = (sums: ReadonlyMap<string, number>): Map<string, number> =>
  new Map([...sums].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)))

const byTier = (scopes: ReadonlyMap<string, number>): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const [scope, amount] of scopes) sums.set(tierOf(scope), (sums.get(tierOf(scope)) ?? 0) + amount)
  return sums
}

const readBudgets = async (database: Database, organizationId: string): Promise<Map<string, number>> => {
  const { rows } = await database.query<{ application_id: string; amount: number }>(
    'select application_id, amount from billing_budgets where organization_id = $1',
    [organizationId],
  )
  return new Map(rows.map(({ application_id, amount }) => [application_id, amount]))
}
