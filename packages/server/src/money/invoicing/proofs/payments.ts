import { paymentText } from '../payments/payment-text.ts'
import type { Check } from './check.ts'

/** The reason of a transaction with which earlier releases credited a wallet. */
const creditedByEarlierRelease = 'more than the invoices'

/** Money from outside. Earlier releases wrote no text of the payment to the ledger. */
export const checksOfPayments: readonly Check[] = [
  {
    name: 'every approved payment is one transaction of the ledger, and every transaction of the bank is a payment',
    text: `select coalesce(p.payment_id, b.payment_id) as subject, (coalesce(b.amount, 0) - coalesce(p.amount, 0))::text as difference
           from (
             select payment_id, amount, decided_at, coalesce(unapplied, 0) as unapplied, ${paymentText} as text
             from billing_payments where organization_id = $1 and status = 'approved') p
           full join (
             select coalesce(t.subject, t.transaction_id) as payment_id, count(distinct t.transaction_id) as transactions, min(t.at) as at,
               max(t.reason) as text, coalesce(sum(-e.amount) filter (where e.account = 'bank'), 0) as amount,
               coalesce(sum(e.amount) filter (where e.account = 'unapplied'), 0) as unapplied
             from ledger_transactions t join ledger_entries e using (transaction_id)
             where t.organization_id = $1 and t.kind = 'payment' and t.reason is distinct from '${creditedByEarlierRelease}'
             group by 1) b using (payment_id)
           where p.payment_id is null or b.payment_id is null or b.transactions <> 1 or b.amount <> p.amount
             or b.unapplied <> p.unapplied or b.at <> p.decided_at or b.text <> p.text`,
  },
  {
    name: 'a payment is in the wallet only where an earlier release credited what exceeded its invoices',
    text: `select t.transaction_id as subject, e.amount::text as difference
           from ledger_transactions t join ledger_entries e on e.transaction_id = t.transaction_id and e.account = 'wallet'
           left join billing_payments p on p.payment_id = t.subject and p.organization_id = $1 and p.status = 'approved'
             and p.unapplied is null and p.decided_at = t.at and p.amount >= e.amount
           where t.organization_id = $1 and t.kind = 'payment' and (p.payment_id is null
             or t.reason is distinct from '${creditedByEarlierRelease}'
             or exists (select from ledger_entries o where o.transaction_id = t.transaction_id and o.account = 'bank'))`,
  },
  {
    name: 'the bank has the approved payments, without what two people returned',
    text: `select 'bank' as subject, (coalesce(-b.balance, 0) - p.amount + r.amount)::text as difference
           from (select coalesce(sum(amount), 0) as amount from billing_payments
                 where organization_id = $1 and status = 'approved') p
           cross join (
             select coalesce(sum(e.amount), 0) as amount from ledger_transactions t
             join ledger_entries e on e.transaction_id = t.transaction_id and e.account = 'bank'
             where t.organization_id = $1 and t.kind = 'unapplied_returned') r
           left join ledger_balances b on b.organization_id = $1 and b.account = 'bank'
           where coalesce(-b.balance, 0) <> p.amount - r.amount`,
  },
]
