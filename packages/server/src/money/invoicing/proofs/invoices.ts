import { vatRates } from '../../billing/index.ts'
import { type Check, invoicedAfterMs } from './check.ts'

/** An amount in cents, which is a fraction rounded half to even. */
const halfEvenCents = (dividend: string, divisor: string): string =>
  `((${dividend}) / (${divisor}) + case
      when 2 * ((${dividend}) % (${divisor})) > (${divisor}) then 1
      when 2 * ((${dividend}) % (${divisor})) = (${divisor}) then ((${dividend}) / (${divisor})) % 2
      else 0 end) * 10000`

/** The VAT rate in percent on the day of issue of the invoice `i`. */
const rateOfDay = `cross join lateral (
  select percent from jsonb_to_recordset($2::jsonb) as r("from" date, percent bigint)
  where r."from" <= (i.issued_at at time zone 'UTC')::date order by r."from" desc limit 1) rate`

const rates = () => [JSON.stringify(vatRates)]

/** The entries of the transactions of some kinds, one row for each transaction. */
const bookedOf = (kinds: string): string => `
  select coalesce(t.subject, t.transaction_id) as invoice_id, count(distinct t.transaction_id) as transactions,
    coalesce(sum(e.amount) filter (where e.account = 'receivable'), 0) as receivable,
    coalesce(sum(e.amount) filter (where e.account in ('wallet', 'unapplied')), 0) as returned,
    coalesce(sum(e.amount) filter (where e.account = 'tax'), 0) as tax
  from ledger_transactions t join ledger_entries e using (transaction_id)
  where t.organization_id = $1 and t.kind in (${kinds}) group by 1`

const booked = (name: string, kinds: string, { rows, wrong }: { rows: string; wrong: string }): Check => ({
  name,
  text: `select coalesce(i.number, b.invoice_id) as subject, coalesce(b.receivable, 0)::text as difference
         from (select * from billing_invoices where organization_id = $1 and ${rows}) i
         full join (${bookedOf(kinds)}) b using (invoice_id)
         where i.invoice_id is null or b.invoice_id is null or b.transactions <> 1 or ${wrong}`,
})

export const checksOfInvoices: readonly Check[] = [
  booked('every invoice is one transaction of the ledger, with its total and its VAT', `'invoice'`, {
    rows: `kind <> 'credit_note'`,
    wrong: 'b.receivable <> -i.total or b.tax <> i.tax',
  }),
  booked('every voided invoice is taken back by one transaction of the ledger', `'void'`, {
    rows: `status = 'voided'`,
    wrong: 'b.receivable <> i.total or b.tax <> -i.tax',
  }),
  booked('every credit note is one transaction of the ledger, with its total and its VAT', `'credit_note'`, {
    rows: `kind = 'credit_note'`,
    wrong: 'b.receivable + b.returned <> i.total or b.tax <> -i.tax',
  }),
  {
    name: 'the VAT of an invoice has the rate of its day',
    values: rates,
    text: `select i.number as subject, (i.tax - v.tax)::text as difference
           from billing_invoices i ${rateOfDay}
           cross join lateral (select ${halfEvenCents('i.subtotal / 10000 * rate.percent', '100')} as tax) v
           where i.organization_id = $1 and i.kind <> 'credit_note' and i.tax <> v.tax`,
  },
  {
    name: 'the VAT of a credit note has the rate of its invoice, and takes off no more than the invoice has',
    values: rates,
    text: `select n.number as subject, (n.subtotal - v.net)::text as difference
           from (select c.*, sum(subtotal) over notes - subtotal as net_before, sum(total) over notes as total_so_far
                 from billing_invoices c where organization_id = $1 and kind = 'credit_note'
                 window notes as (partition by corrects order by number)) n
           left join billing_invoices i on i.invoice_id = n.corrects and i.organization_id = $1 and i.kind <> 'credit_note'
           left join lateral (select least(n.total - ${halfEvenCents('n.total / 10000 * rate.percent', '100 + rate.percent')},
             i.subtotal - n.net_before) as net from (select) o ${rateOfDay}) v on true
           where i.invoice_id is null or n.subtotal <> v.net or n.total_so_far > i.total`,
  },
  {
    name: 'an invoice knows what credit notes took off it, and whether something is due',
    text: `select i.number as subject, (i.credited_net - coalesce(n.net, 0))::text as difference
           from billing_invoices i
           left join (select corrects, sum(subtotal) as net from billing_invoices
                      where organization_id = $1 and kind = 'credit_note' group by corrects) n on n.corrects = i.invoice_id
           where i.organization_id = $1 and (i.credited_net <> coalesce(n.net, 0)
             or (i.status in ('paid', 'voided')) <> (i.amount_due = 0) or i.amount_due > i.total)`,
  },
  {
    name: 'every top-up that is paid is credited once, without its VAT',
    text: `select coalesce(i.number, c.invoice_id) as subject, (coalesce(c.amount, 0) - coalesce(i.amount, 0))::text as difference
           from (select invoice_id, number, subtotal - credited_net as amount from billing_invoices
                 where organization_id = $1 and kind = 'top_up' and status = 'paid' and subtotal <> credited_net) i
           full join (
             select coalesce(t.subject, t.transaction_id) as invoice_id, sum(e.amount) as amount from ledger_transactions t
             join ledger_entries e on e.transaction_id = t.transaction_id and e.account = 'wallet'
             where t.organization_id = $1 and t.kind = 'top_up' group by 1) c using (invoice_id)
           where coalesce(c.amount, 0) <> coalesce(i.amount, 0)`,
  },
  {
    name: 'what is deferred is what unpaid top-ups ask for, without VAT',
    text: `select 'deferred' as subject, (coalesce(b.balance, 0) - i.amount)::text as difference
           from (select coalesce(sum(subtotal - credited_net), 0) as amount from billing_invoices
                 where organization_id = $1 and kind = 'top_up' and status in ('issued', 'overdue')) i
           left join ledger_balances b on b.organization_id = $1 and b.account = 'deferred'
           where coalesce(b.balance, 0) <> i.amount`,
  },
  {
    name: 'usage that is owed for more than a month is on an invoice',
    values: ({ nowMs }) => [new Date(nowMs - invoicedAfterMs)],
    text: `with asked as (
             select v.posting_id, v.position, bool_or(i.status <> 'voided') as is_asked, max(t.at) as voided_at
             from billing_invoiced_usage v join billing_invoices i on i.invoice_id = v.invoice_id and i.organization_id = $1
             left join ledger_transactions t on t.organization_id = $1 and t.kind = 'void' and t.subject = i.invoice_id
             group by v.posting_id, v.position)
           select u.posting_id || ' ' || u.position as subject, u.amount::text as difference
           from billing_usage u join ledger_transactions t using (transaction_id)
           left join asked a on a.posting_id = u.posting_id and a.position = u.position
           where u.organization_id = $1 and u.paid_by = 'invoice' and a.is_asked is not true
             and greatest(t.at, a.voided_at) < $2::timestamptz`,
  },
]
