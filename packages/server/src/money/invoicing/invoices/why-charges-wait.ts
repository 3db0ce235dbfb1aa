import type { Database } from '@nani/foundation/storage/index.ts'

/** What keeps the charges of a day in the database. */
const statement = `
  with charged as (
    select application_id, item, mode, scopes, price_list_id, count(*) as quantity
    from call_charges where day = $1 and livemode and amount > 0
    group by application_id, item, mode, scopes, price_list_id
  ), posted as (
    select application_id, item, mode, scopes, price_list_id, sum(quantity) as quantity
    from billing_usage where day = $1
    group by application_id, item, mode, scopes, price_list_id
  )
  select
    (select count(*)::integer from charged c left join posted p
       using (application_id, item, mode, scopes, price_list_id)
     where c.quantity <> coalesce(p.quantity, 0)) as not_posted,
    (select count(*)::integer from billing_usage u
     where u.day = $1 and u.paid_by = 'invoice' and not exists (
       select from billing_invoiced_usage v join billing_invoices i using (invoice_id)
       where v.posting_id = u.posting_id and v.position = u.position and i.status <> 'voided')) as not_invoiced`

/** Why the charges of a day may not leave the database yet: no later posting or invoice may need them. Null: nothing. */
export const whyChargesWait = async (database: Database, day: string): Promise<string | null> => {
  const { rows } = await database.query<{ not_posted: number; not_invoiced: number }>(statement, [day])
  const { not_posted = 0, not_invoiced = 0 } = rows[0] ?? {}
  if (not_posted > 0) return 'Charges are not in the ledger yet.'
  return not_invoiced > 0 ? 'Usage has no invoice yet.' : null
}
