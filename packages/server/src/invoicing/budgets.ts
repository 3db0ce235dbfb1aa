import { moneyOf } from '../billing/index.ts'
import { OperatorError } from '../core/index.ts'
import { byMembers, moneyAct, type OfOrganization } from './money-act.ts'
import { currencyOf } from './money-transaction.ts'
import { requireCents } from './top-ups.ts'

/** What an application should spend in a month. A budget warns; it refuses no call. */
export const setBudget = moneyAct({
  action: 'billing.set_budget',
  permission: byMembers,
  async change(
    context,
    { applicationId, amount }: OfOrganization & { applicationId: string; amount: number },
  ) {
    requireCents(amount)
    const { client, organizationId } = context
    const { rowCount } = await client.query(
      'select from applications where application_id = $1 and organization_id = $2',
      [applicationId, organizationId],
    )
    if (rowCount === 0)
      throw new OperatorError(
        'application_not_found',
        `The organization has no application ${applicationId}.`,
      )
    await client.query(
      `insert into billing_budgets (application_id, organization_id, amount) values ($1, $2, $3)
       on conflict (application_id) do update set amount = excluded.amount, alerted_month = null`,
      [applicationId, organizationId, amount],
    )
    const result = {
      object: 'budget' as const,
      application_id: applicationId,
      amount: moneyOf(amount, currencyOf(context)),
    }
    return { result, entry: { subject: applicationId, after: { budget: amount } } }
  },
})
