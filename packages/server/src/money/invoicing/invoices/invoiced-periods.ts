import { dayMs } from '@nani/foundation/core/index.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'
import type { MoneyContext } from '../money-transaction.ts'

/*
 * The days that invoices of usage are about. A month has one invoice at its end. A change of the mode to prepaid ends a period
 * earlier, and the rest of its month may have an invoice of its own.
 */

/** The last day of the latest month that was invoiced at its end. */
export const lastInvoicedDay = async ({ client, organizationId }: MoneyContext): Promise<string | null> => {
  const { rows } = await client.query<{ day: string | null }>(
    `select max(period_end) as day from billing_invoices
     where organization_id = $1 and kind = 'usage'
       and issued_at >= (period_end + 1)::timestamp at time zone 'UTC'`,
    [organizationId],
  )
  return rows[0]?.day ?? null
}

/** The last day of the latest invoice of usage, whenever it was issued. An invoice that was voided asks for nothing. */
const lastAskedDay = async ({ client, organizationId }: MoneyContext): Promise<string | null> => {
  const { rows } = await client.query<{ day: string | null }>(
    `select max(period_end) as day from billing_invoices
     where organization_id = $1 and kind = 'usage' and status <> 'voided'`,
    [organizationId],
  )
  return rows[0]?.day ?? null
}

/** The first day of the rest of a month. A day on which the mode changed has usage before and after the change. */
export const periodStart = async (
  context: MoneyContext,
  { month, firstDay }: { month: string; firstDay: string },
): Promise<string> => {
  const asked = await lastAskedDay(context)
  if (asked?.slice(0, 7) !== month) return `${month}-01`
  return firstDay <= asked ? asked : dayOf(Date.parse(asked) + dayMs)
}

/** From the last invoiced day to the change of the mode. A process whose clock is ahead may have charged tomorrow already. */
export const periodUntilNow = async (
  context: MoneyContext,
  firstDay: string,
): Promise<{ start: string; end: string }> => {
  const end = dayOf(context.nowMs)
  const asked = await lastAskedDay(context)
  const next = asked === null || firstDay <= asked ? (asked ?? firstDay) : dayOf(Date.parse(asked) + dayMs)
  const [start = end] = [next, end].toSorted()
  return { start, end }
}
