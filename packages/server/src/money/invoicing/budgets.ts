import { Refusal } from '@nani/foundation/core/index.ts'
import { dayOf, inTransaction } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { defineAct } from '../../gateway/acts/index.ts'
import { type Alarm, raiseAlarm } from '../../risk/detection/index.ts'
import { microsOfUnit, moneyOf } from '../billing/index.ts'
import { moneySchema } from './billing-schemas.ts'
import { actOnMoney, byMembers, micros, moneyInput, objectName, withMoney } from './money-act.ts'
import { currencyOf, type InvoicingPlatform } from './money-transaction.ts'
import { requireCents } from './payments/top-ups.ts'

/** What an application should spend in a month. A budget warns; it refuses no call. */
export const setBudget = defineAct({
  name: 'billing.set_budget',
  sentence: {
    en: 'Sets the monthly budget of an application',
    fr: 'Définit le budget mensuel d’une application',
  },
  actors: byMembers,
  input: moneyInput({ application_id: objectName, amount: micros }),
  output: Type.Object({ object: Type.Literal('budget'), application_id: Type.String(), amount: moneySchema }),
  ...actOnMoney,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { application_id: applicationId, amount } = act.input
      requireCents(amount)
      const { client, organizationId } = context
      const { rowCount } = await client.query(
        'select from applications where application_id = $1 and organization_id = $2',
        [applicationId, organizationId],
      )
      if (rowCount === 0)
        throw new Refusal('application_not_found', `The organization has no application ${applicationId}.`)
      await client.query(
        `insert into billing_budgets (application_id, organization_id, amount) values ($1, $2, $3)
         on conflict (application_id) do update set amount = excluded.amount, alerted_month = null`,
        [applicationId, organizationId, amount],
      )
      const budget = moneyOf(amount, currencyOf(context))
      const result = { object: 'budget' as const, application_id: applicationId, amount: budget }
      return { result, entry: { subject: applicationId, after: { budget } } }
    }),
})

type Spending = { application_id: string; budget: number; spent: number }

/**
 * Raises an alarm for each application that spent its budget of this month, once a month. It follows the posting of the closed
 * days, so that what is not posted belongs to this month. Returns the alarms that this process raised.
 */
export const alertBudgets = async ({
  pool,
  clock,
}: Pick<InvoicingPlatform, 'pool' | 'clock'>): Promise<Alarm[]> => {
  const nowMs = clock.now()
  const month = `${dayOf(nowMs).slice(0, 7)}-01`
  const { rows } = await pool.query<Spending>(
    `select b.application_id, b.amount as budget,
       a.spent - a.posted + (select coalesce(sum(u.amount), 0)::bigint from billing_usage u
         where u.application_id = b.application_id and u.day >= $1) as spent
     from billing_budgets b join billing_allowances a on a.application_id = b.application_id
     where b.alerted_month is distinct from $1`,
    [month],
  )
  const raised: Alarm[] = []
  for (const { application_id, budget, spent } of rows.filter((one) => one.spent >= one.budget)) {
    const details = { spent: spent / microsOfUnit, budget: budget / microsOfUnit }
    const raised_at = new Date(nowMs)
    const alarm: Alarm = { application_id, kind: 'budget_exceeded', raised_at, details }
    if (await alertBudget(pool, alarm, { month, spent })) raised.push(alarm)
  }
  return raised
}

/** Of several processes one raises the alarm. */
const alertBudget = (
  pool: InvoicingPlatform['pool'],
  alarm: Alarm,
  { month, spent }: { month: string; spent: number },
): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update billing_budgets set alerted_month = $2
       where application_id = $1 and alerted_month is distinct from $2 and amount <= $3`,
      [alarm.application_id, month, spent],
    )
    return rowCount === 1 && (await raiseAlarm(client, alarm))
  })
