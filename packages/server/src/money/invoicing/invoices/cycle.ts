import { dayMs, rfc3339 } from '@nani/foundation/core/index.ts'
import { dayOf, inTransaction, withTryLock } from '@nani/foundation/storage/index.ts'
import Type, { type Static } from 'typebox'
import { defineAct } from '../../../gateway/acts/index.ts'
import { type InvoiceRow, invoiceObject } from '../billing-objects.ts'
import { billingRunSchema } from '../billing-schemas.ts'
import { actOnMoney, byOperators, moneyInput, withMoney } from '../money-act.ts'
import {
  type InvoicingPlatform,
  type MoneyContext,
  moneyTransaction,
  openContext,
} from '../money-transaction.ts'
import { followStatuses, suspendServices } from '../suspend-account.ts'
import { type ChargedUsage, readCharged } from './charged-usage.ts'
import { settleNumbers } from './invoice-numbers.ts'
import { invoiceColumns, readLines } from './invoice-rows.ts'
import { lastInvoicedDay, periodStart } from './invoiced-periods.ts'
import { firstOpenDay, issueUsageInvoice } from './issue-usage.ts'
import { postUsage } from './post-usage.ts'

export type CycleResult = Static<typeof billingRunSchema>
/** An action of the cycle, with the time at which it is due. */
export type CycleAction = CycleResult['actions'][number]

/** spec/billing#postpaid-cycle: the notices of an invoice that is not paid, by the days after its due date. */
const notices = [
  { action: 'reminder_before_due', days: -7 },
  { action: 'overdue', days: 1 },
  { action: 'reminder_after_due', days: 1 },
  { action: 'second_reminder_after_due', days: 7 },
  { action: 'services_suspended', days: 15 },
] as const
type Notice = (typeof notices)[number]['action']

type Step = { atMs: number; run(): Promise<CycleAction[]> }

/**
 * Everything that is due until a time, in its order, each once. An invoice that is late has the date of its day of issue, so
 * that its reader has the whole time to pay.
 */
const runCycle = async (
  context: MoneyContext,
  asOfMs: number,
  charged: ChargedUsage,
): Promise<CycleAction[]> => {
  const actions: CycleAction[] = []
  const { nowMs } = context
  await postUsage(context, charged)
  for (;;) {
    const step = await nextStep(context, { asOfMs, todayMs: Date.parse(dayOf(nowMs)) })
    if (!step) break
    context.nowMs = step.atMs
    actions.push(...(await step.run()))
  }
  context.nowMs = nowMs
  return actions
}

type CycleTimes = { asOfMs: number; todayMs: number }

const nextStep = async (context: MoneyContext, times: CycleTimes): Promise<Step | null> => {
  const { asOfMs } = times
  const steps = [await nextInvoice(context, times), await nextNotice(context)]
  return (
    steps
      .filter((step): step is Step => step !== null && step.atMs <= asOfMs)
      .toSorted((one, other) => one.atMs - other.atMs)[0] ?? null
  )
}

const monthAfter = (day: string): number => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Date.UTC(year, month, 1)
}

/**
 * The invoice of the first month that has usage without one. Usage that became known after the invoice of its month, or
 * whose invoice was voided, is on the invoice of the month that follows. A prepaid organization may owe usage of the time
 * before: its invoice was voided, or an earlier release changed the mode.
 */
const nextInvoice = async (context: MoneyContext, { asOfMs, todayMs }: CycleTimes): Promise<Step | null> => {
  const firstOfMonth = `${dayOf(asOfMs).slice(0, 7)}-01`
  const day = await firstOpenDay(context, firstOfMonth)
  if (day === null) return null
  const invoicedUntil = await lastInvoicedDay(context)
  const monthOf =
    invoicedUntil !== null && invoicedUntil >= day ? dayOf(Date.parse(invoicedUntil) + dayMs) : day
  const monthEndMs = monthAfter(monthOf)
  const atMs = Math.max(monthEndMs, todayMs)
  if (monthEndMs > asOfMs) return null
  return {
    atMs,
    async run() {
      const start = await periodStart(context, { month: monthOf.slice(0, 7), firstDay: day })
      const period = { start, end: dayOf(monthEndMs - dayMs) }
      const row = await issueUsageInvoice(context, { beforeDay: dayOf(monthEndMs), period, issuedMs: atMs })
      return row ? [actionOf('invoice_issued', atMs, row)] : []
    },
  }
}

const actionOf = (
  action: CycleAction['action'],
  atMs: number,
  { invoice_id, number }: Pick<InvoiceRow, 'invoice_id' | 'number'>,
): CycleAction => ({ at: rfc3339(atMs), action, invoice_id, number })

/** The earliest notice that is due and was not given, of all invoices that are not paid. */
const nextNotice = async (context: MoneyContext): Promise<Step | null> => {
  const { rows } = await context.client.query<InvoiceRow>(
    `select ${invoiceColumns} from billing_invoices
     where organization_id = $1 and kind = 'usage' and status in ('issued', 'overdue') and amount_due > 0
     order by issued_at, number`,
    [context.organizationId],
  )
  const given = await givenNotices(context)
  let next: { atMs: number; row: InvoiceRow; notice: Notice } | null = null
  for (const row of rows)
    for (const { action, days } of notices) {
      const atMs = row.due_at.getTime() + days * dayMs
      if (given.has(`${row.invoice_id} ${action}`) || (next && next.atMs <= atMs)) continue
      next = { atMs, row, notice: action }
    }
  if (!next) return null
  const { atMs, row, notice } = next
  return { atMs, run: () => giveNotice(context, row, notice) }
}

const givenNotices = async ({ client, organizationId }: MoneyContext): Promise<ReadonlySet<string>> => {
  const { rows } = await client.query<{ invoice_id: string; notice: string }>(
    `select n.invoice_id, n.notice from billing_notices n join billing_invoices i using (invoice_id)
     where i.organization_id = $1`,
    [organizationId],
  )
  return new Set(rows.map(({ invoice_id, notice }) => `${invoice_id} ${notice}`))
}

const giveNotice = async (context: MoneyContext, row: InvoiceRow, notice: Notice): Promise<CycleAction[]> => {
  const { client, nowMs } = context
  await client.query('insert into billing_notices (invoice_id, notice, at) values ($1, $2, $3)', [
    row.invoice_id,
    notice,
    new Date(nowMs),
  ])
  const done = [actionOf(notice, nowMs, row)]
  if (notice === 'services_suspended') return (await suspendServices(context)) ? done : []
  const current: InvoiceRow = notice === 'overdue' ? { ...row, status: 'overdue' } : row
  if (notice === 'overdue')
    await client.query('update billing_invoices set status = $2 where invoice_id = $1', [
      row.invoice_id,
      current.status,
    ])
  context.events.push({
    type: notice === 'overdue' ? 'billing.invoice_overdue' : 'billing.invoice_reminder',
    object: invoiceObject(current, await readLines(client, row.invoice_id)),
  })
  return done
}

/** The cycle of one organization. */
export const runBilling = defineAct({
  name: 'billing.run',
  sentence: { en: 'Runs the billing cycle', fr: 'Exécute le cycle de facturation' },
  actors: byOperators,
  input: moneyInput({ as_of_ms: Type.Number() }),
  output: billingRunSchema,
  ...actOnMoney,
  prepare: ({ input, needs }) => readCharged(needs, input.organization_id, dayOf(input.as_of_ms)),
  perform: (act) =>
    withMoney(act, async (context) => {
      const { as_of_ms: asOfMs } = act.input
      const actions = await runCycle(context, asOfMs, act.prepared)
      const result: CycleResult = { object: 'billing_run', as_of: rfc3339(asOfMs), actions }
      const done = actions.map(({ action, number }) => `${action} ${number}`)
      return { result, entry: { subject: context.organizationId, after: { as_of: result.as_of, done } } }
    }),
})

/**
 * The same for every organization with its money in this database, as the server does it by itself, and then `after`, which needs the
 * days that were posted. One process works at a time. An organization without a change has no entry. One that fails does not stop the next; the first
 * error is thrown at the end.
 */
export const runDueCycles = (
  platform: InvoicingPlatform,
  after: () => Promise<void> = async () => {},
): Promise<void> =>
  withTryLock(platform.pool, 'nani billing cycles', async () => {
    const { rows } = await platform.pool.query<{ organization_id: string }>(
      'select organization_id from billing_wallets order by organization_id',
    )
    const errors: unknown[] = []
    const collect = (error: unknown) => errors.push(error)
    for (const { organization_id } of rows) await runDueCycle(platform, organization_id).catch(collect)
    await settleNumbers(platform).catch(collect)
    await followStatuses(platform).catch(collect)
    await after()
    if (errors.length > 0) throw errors[0]
  })

const runDueCycle = async (platform: InvoicingPlatform, organizationId: string): Promise<void> => {
  await postClosedDays(platform, organizationId)
  const asOfMs = platform.clock.now()
  const due = await rehearse(platform, organizationId, asOfMs)
  if (due.actions.length === 0) return
  await runBilling(
    { kind: 'system', task: 'billing' },
    { organization_id: organizationId, as_of_ms: asOfMs },
    platform,
  )
}

/**
 * Writes the usage of the days that have ended to the ledger. It also notices a balance that became low where the process that
 * spent it ended before its keeper did: an empty wallet spends nothing any more, so that no keeper looks again.
 */
const postClosedDays = async (platform: InvoicingPlatform, organizationId: string): Promise<void> => {
  const charged = await readCharged(platform, organizationId, dayOf(platform.clock.now()))
  await moneyTransaction(platform, organizationId, (context) => postUsage(context, charged))
}

class Rehearsed extends Error {}

/** What would be sent and suspended. The transaction is rolled back. */
export const rehearse = async (
  platform: InvoicingPlatform,
  organizationId: string,
  untilMs: number,
): Promise<CycleResult> => {
  let actions: CycleAction[] = []
  const charged = await readCharged(platform, organizationId, dayOf(untilMs))
  await inTransaction(platform.pool, async (client) => {
    const context = { ...(await openContext(client, organizationId, platform)), isRehearsal: true }
    actions = await runCycle(context, untilMs, charged)
    throw new Rehearsed()
  }).catch((error: unknown) => {
    if (!(error instanceof Rehearsed)) throw error
  })
  return { object: 'billing_run', as_of: rfc3339(untilMs), actions }
}
