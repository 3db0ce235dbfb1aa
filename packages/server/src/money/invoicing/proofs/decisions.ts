import { secondPersonAbove } from '../payments/top-ups.ts'
import type { Check } from './check.ts'

/** The proposals of an organization that were executed, with their values. */
const executed = `
  select p.action, p.executed_at as at, p.proposed_by, p.proposed_at, p.executed_by, c.command,
    coalesce(c.command ->> 'id', '') as id, c.command ->> 'reason' as reason,
    round(coalesce((c.command -> 'amount' ->> 'value')::numeric, 0) * 1000000)::bigint as amount
  from billing_proposals p cross join lateral (
    select jsonb_object_agg(pair ->> 0, pair -> 1) as command from jsonb_array_elements(p.command::jsonb) pair) c
  where p.organization_id = $1 and p.executed_at is not null`

type Act = { kind: string; action: string; id: string; amount: string; join?: string }

/** As often as the ledger has an act with its values, two people decided it at its moment. */
const decided = (name: string, { kind, action, id, amount, join = '' }: Act): Check => ({
  name,
  text: `select coalesce(b.transaction_id, d.id || ' ' || d.at) as subject, (coalesce(b.acts, 0) - coalesce(d.acts, 0))::text as difference
         from (select t.at, coalesce(${id}, '') as id, ${amount} as amount, t.reason, count(*) as acts, min(t.transaction_id) as transaction_id
               from ledger_transactions t ${join} where t.organization_id = $1 and t.kind = '${kind}' group by 1, 2, 3, 4) b
         full join (select at, id, amount, reason, count(*) as acts from (${executed}) p where action = '${action}' group by 1, 2, 3, 4) d
           using (at, id, amount, reason)
         where coalesce(b.acts, 0) <> coalesce(d.acts, 0)`,
})

const entryOf = (account: string): string =>
  `join ledger_entries e on e.transaction_id = t.transaction_id and e.account = '${account}'`

/** Without the forms of letters that make no other person (core/second-person.ts). */
const bareName = (name: string): string =>
  `lower(trim(regexp_replace(regexp_replace(normalize(${name}, NFKC), '[\\u00ad\\u200b-\\u200f\\u2060\\ufeff]', '', 'g'), '\\s+', ' ', 'g')))`

const approvedAbove = (
  name: string,
  { table, id, action }: Record<'table' | 'id' | 'action', string>,
): Check => ({
  name,
  values: () => [JSON.stringify(secondPersonAbove)],
  text: `select a.${id} as subject, a.amount::text as difference
         from ${table} a join billing_wallets w using (organization_id)
         where a.organization_id = $1 and a.status = 'approved' and a.amount > ($2::jsonb ->> w.currency)::bigint
           and not exists (select from (${executed}) p where p.action = '${action}' and p.id = a.${id} and p.at = a.decided_at)`,
})

/**
 * What two people must do. A proposal has the time, the values and the reason of its act. Earlier releases wrote proposals too,
 * so that the acts of all releases are compared.
 */
export const checksOfDecisions: readonly Check[] = [
  {
    name: 'every decision of two people has two names, and was taken within a day',
    text: `select p.action || ' ' || p.at as subject, p.executed_by as difference from (${executed}) p
           where p.executed_by is null or ${bareName('p.executed_by')} = ${bareName('p.proposed_by')}
             or p.at < p.proposed_at or p.at > p.proposed_at + interval '24 hours'`,
  },
  decided('every adjustment was decided by two people', {
    ...{ kind: 'adjustment', action: 'adjust', id: 'null', amount: 'e.amount', join: entryOf('wallet') },
  }),
  decided('every return of money was decided by two people', {
    ...{ kind: 'unapplied_returned', action: 'return-unapplied', id: 'null', amount: 'e.amount' },
    join: entryOf('bank'),
  }),
  decided('every voided invoice was decided by two people', {
    ...{ kind: 'void', action: 'void', id: 't.subject', amount: '0' },
  }),
  decided('every credit note was decided by two people', {
    ...{ kind: 'credit_note', action: 'credit-note', id: 'n.corrects', amount: 'n.total' },
    join: 'left join billing_invoices n on n.invoice_id = t.subject and n.organization_id = t.organization_id',
  }),
  {
    name: 'the mode and the credit limit are those that two people decided last, or those of the start',
    text: `with modes as (select at, command from (${executed}) p where action = 'mode')
           select w.wallet_id as subject, w.mode as difference from billing_wallets w
           where w.organization_id = $1 and case when exists (select from modes)
             then not exists (
               select from modes where at = (select max(at) from modes) and command ->> 'mode' = w.mode
                 and round((command -> 'credit_limit' ->> 'value')::numeric * 1000000) is not distinct from w.credit_limit)
             else w.credit_limit is not null or (w.mode = 'prepaid' and not exists (
               select from ledger_transactions t where t.organization_id = $1 and t.kind = 'demo_credit')) end`,
  },
  {
    name: 'usage is paid as the mode was that two people decided, or that of the start',
    text: `with modes as (
             select at, command ->> 'mode' as mode from (${executed}) p where action = 'mode'
             union all
             select '-infinity', case when exists (
               select from ledger_transactions where organization_id = $1 and kind = 'demo_credit') then 'prepaid' else 'postpaid' end)
           select t.transaction_id as subject, u.paid_by as difference
           from (select distinct transaction_id, paid_by from billing_usage where organization_id = $1) u
           join ledger_transactions t using (transaction_id)
           where not exists (
             select from modes m where m.mode = case u.paid_by when 'wallet' then 'prepaid' else 'postpaid' end
               -- At the moment of a change, the usage so far is paid as before.
               and (m.at = t.at or m.at = (select max(at) from modes where at < t.at)))`,
  },
  approvedAbove('a large payment was approved by two people', {
    ...{ table: 'billing_payments', id: 'payment_id', action: 'approve-payment' },
  }),
  approvedAbove('a large top-up was approved by two people', {
    ...{ table: 'billing_topups', id: 'topup_id', action: 'approve-top-up' },
  }),
]
