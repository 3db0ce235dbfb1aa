import { dayOf } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Static } from 'typebox'
import { type Currency, moneyOf } from '../billing/index.ts'
import type { proofSchema } from './billing-schemas.ts'
import { checksOfAccounts } from './proofs/accounts.ts'
import { archivedChargesCheck, compareWithArchive } from './proofs/archived-charges.ts'
import { type Check, invoicedAfterMs, type ProofFacts } from './proofs/check.ts'
import { checksOfDecisions } from './proofs/decisions.ts'
import { numbersCheck, proveNumbersIn, proveNumbersOfAll } from './proofs/invoice-numbers.ts'
import { checksOfInvoices } from './proofs/invoices.ts'
import { checksOfPayments } from './proofs/payments.ts'

/**
 * Each statement returns the rows that contradict its name. They read the rows of one organization, and compare charges,
 * allowances, postings, entries, balances and invoices with each other, to the millionth.
 */
const checksOfUsage: readonly Check[] = [
  {
    name: 'the entries of every transaction add up to zero',
    text: `select transaction_id as subject, sum(amount)::text as difference from ledger_entries
           where organization_id = $1 group by transaction_id having sum(amount) <> 0`,
  },
  {
    name: 'every balance is the sum of its entries',
    text: `select coalesce(b.account, e.account) as subject, (coalesce(b.balance, 0) - coalesce(e.amount, 0))::text as difference
           from (select account, balance from ledger_balances where organization_id = $1) b
           full join (select account, sum(amount) as amount from ledger_entries where organization_id = $1 group by account) e
             using (account)
           where coalesce(b.balance, 0) <> coalesce(e.amount, 0)`,
  },
  {
    name: 'the wallet, and what no invoice asked for, are never below zero',
    text: `select account as subject, balance::text as difference from ledger_balances
           where organization_id = $1 and account in ('wallet', 'unapplied') and balance < 0`,
  },
  {
    name: 'the account of every allowance has what its application may spend, what is held, and what is not posted',
    text: `select a.application_id as subject,
             (case when a.available is null then 0 else a.available + a.held + a.spent - a.posted end
               - coalesce(b.balance, 0))::text as difference
           from billing_allowances a
           left join ledger_balances b on b.organization_id = a.organization_id and b.account = 'allowance:' || a.application_id
           where a.organization_id = $1
             and case when a.available is null then 0 else a.available + a.held + a.spent - a.posted end
               <> coalesce(b.balance, 0)`,
  },
  {
    name: 'what is held is the sum of the quotes of open items',
    text: `select a.application_id as subject, (a.held - coalesce(i.quoted, 0))::text as difference
           from billing_allowances a left join (
             select i.application_id, sum(i.quoted) as quoted from batch_items i
             join billing_allowances o on o.application_id = i.application_id and o.organization_id = $1
             where i.status in ('pending', 'running') group by i.application_id) i using (application_id)
           where a.organization_id = $1 and a.held <> coalesce(i.quoted, 0)`,
  },
  {
    name: 'what is posted is the usage in the ledger',
    text: `select a.application_id as subject, (a.posted - coalesce(u.amount, 0))::text as difference
           from billing_allowances a
           left join (select application_id, sum(amount) as amount from billing_usage where organization_id = $1
                      group by application_id) u using (application_id)
           where a.organization_id = $1 and a.posted <> coalesce(u.amount, 0)`,
  },
  {
    name: 'the usage of a transaction is its revenue',
    text: `select transaction_id as subject, (coalesce(u.amount, 0) - coalesce(e.amount, 0))::text as difference
           from (select transaction_id, sum(amount) as amount from billing_usage where organization_id = $1
                 group by transaction_id) u
           full join (select t.transaction_id, e.amount from ledger_transactions t
                      join ledger_entries e on e.transaction_id = t.transaction_id and e.account = 'revenue'
                      where t.organization_id = $1 and t.kind = 'usage') e using (transaction_id)
           where coalesce(u.amount, 0) <> coalesce(e.amount, 0)`,
  },
  {
    name: 'every stored charge is in the usage of its day, or its day ended less than a month ago',
    values: ({ nowMs }) => [dayOf(nowMs - invoicedAfterMs)],
    text: `with charged as (
             select c.application_id, c.day, c.item, c.mode, c.scopes, c.price_list_id, count(*) as quantity, sum(c.amount) as amount
             from call_charges c join billing_allowances a on a.application_id = c.application_id and a.organization_id = $1
             where c.livemode and c.amount > 0
             group by 1, 2, 3, 4, 5, 6
           ), used as (
             select application_id, day, item, mode, scopes, price_list_id, sum(quantity) as quantity, sum(amount) as amount
             from billing_usage
             where organization_id = $1 and day >= (select coalesce(min(day), 'infinity') from charged)
             group by 1, 2, 3, 4, 5, 6
           )
           select application_id || ' ' || day || ' ' || item as subject,
             (coalesce(u.amount, 0) - coalesce(c.amount, 0))::text as difference
           from used u full join charged c using (application_id, day, item, mode, scopes, price_list_id)
           where coalesce(u.quantity, 0) > coalesce(c.quantity, 0) or coalesce(u.amount, 0) > coalesce(c.amount, 0)
             or (c.day < $2::date and coalesce(u.amount, 0) < c.amount)`,
  },
  {
    name: 'what an application spent is its usage and its charges that are not posted',
    text: `select a.application_id as subject, (a.spent - a.posted - coalesce(c.amount, 0) + coalesce(u.amount, 0))::text as difference
           from billing_allowances a
           left join (select c.application_id, sum(c.amount) as amount, min(c.day) as since from call_charges c
                      join billing_allowances o on o.application_id = c.application_id and o.organization_id = $1
                      where c.livemode group by c.application_id) c using (application_id)
           left join lateral (select sum(u.amount) as amount from billing_usage u
                              where u.organization_id = $1 and u.application_id = a.application_id and u.day >= c.since) u on true
           where a.organization_id = $1
             and a.spent - a.posted <> coalesce(c.amount, 0) - coalesce(u.amount, 0)`,
  },
  {
    name: 'no month of a monitor is charged twice',
    text: `select c.application_id || ' ' || c.result_id as subject, count(*)::text as difference
           from call_charges c join billing_allowances a on a.application_id = c.application_id and a.organization_id = $1
           where c.item = 'monitor_month' group by c.application_id, c.result_id having count(*) > 1`,
  },
  {
    name: 'a month of a monitor is charged exactly if it has its charge',
    text: `with months as (
             select m.application_id, m.monitor_id || '/' || to_char(m.month, 'YYYY-MM') as id, m.charged_at
             from monitor_months m join billing_allowances a on a.application_id = m.application_id and a.organization_id = $1
             where m.charged_at is not null
           ), charged as (
             select c.application_id, c.result_id as id, c.charged_at
             from call_charges c join billing_allowances a on a.application_id = c.application_id and a.organization_id = $1
             where c.item = 'monitor_month'
           ), kept as (
             select greatest((select max(charged_at) from months), (select max(charged_at) from charged))
               - interval '90 days' as since
           )
           select coalesce(m.application_id, c.application_id) || ' ' || coalesce(m.id, c.id) as subject,
             (case when c.id is null then -1 else 1 end)::text as difference
           from months m full join charged c using (application_id, id), kept
           where (m.id is null or c.id is null) and coalesce(m.charged_at, c.charged_at) > kept.since`,
  },
  {
    name: 'a charge has the price of its list, unless a quote was smaller',
    values: ({ tiers }) => [JSON.stringify(tiers)],
    text: `select c.application_id || ' ' || c.day as subject, (c.amount - p.price * c.quantity)::text as difference
           from (
             select c.application_id, c.day, c.item, c.mode, c.scopes, c.price_list_id, count(*) as quantity, sum(c.amount) as amount
             from call_charges c join billing_allowances a on a.application_id = c.application_id and a.organization_id = $1
             where c.livemode and c.price_list_id is not null group by 1, 2, 3, 4, 5, 6) c
           join price_lists l using (price_list_id)
           cross join lateral (
             select (l.prices -> 'items' -> c.item ->> c.mode)::bigint
               + coalesce((select sum((l.prices -> 'tiers' ->> t.tier)::bigint) from unnest(c.scopes) as s(scope)
                           join jsonb_each_text($2::jsonb) as t(scope, tier) using (scope)), 0) as price) p
           where case when c.mode = 'single' then c.amount <> p.price * c.quantity else c.amount > p.price * c.quantity end`,
  },
  {
    name: 'every invoice is the sum of its rounded lines and the VAT',
    text: `select i.number as subject, (i.subtotal - coalesce(l.amount, 0))::text as difference
           from billing_invoices i
           left join (select invoice_id, sum(amount) as amount from billing_invoice_lines group by invoice_id) l using (invoice_id)
           where i.organization_id = $1 and (i.subtotal <> coalesce(l.amount, 0) or i.total <> i.subtotal + i.tax)`,
  },
  {
    name: 'the exact amounts of an invoice are the usage behind it',
    text: `select i.number as subject, (coalesce(l.exact, 0) - coalesce(u.amount, 0))::text as difference
           from billing_invoices i
           left join (select invoice_id, sum(exact_amount) as exact from billing_invoice_lines group by invoice_id) l using (invoice_id)
           left join (select v.invoice_id, sum(u.amount) as amount from billing_invoiced_usage v
                      join billing_usage u on u.posting_id = v.posting_id and u.position = v.position group by v.invoice_id) u
             using (invoice_id)
           where i.organization_id = $1 and i.kind = 'usage' and coalesce(l.exact, 0) <> coalesce(u.amount, 0)`,
  },
  {
    name: 'no usage is on two invoices',
    text: `select v.posting_id || ' ' || v.position as subject, count(*)::text as difference
           from billing_invoiced_usage v join billing_invoices i using (invoice_id)
           where i.organization_id = $1 and i.status <> 'voided' group by v.posting_id, v.position having count(*) > 1`,
  },
  {
    name: 'what is owed for usage is the usage without an invoice',
    text: `select 'unbilled' as subject, (coalesce(-b.balance, 0) - u.amount)::text as difference
           from (select coalesce(sum(u.amount), 0) as amount from billing_usage u
                 where u.organization_id = $1 and u.paid_by = 'invoice' and not exists (
                   select from billing_invoiced_usage v join billing_invoices i using (invoice_id)
                   where v.posting_id = u.posting_id and v.position = u.position and i.status <> 'voided')) u
           left join ledger_balances b on b.organization_id = $1 and b.account = 'unbilled'
           where coalesce(-b.balance, 0) <> u.amount`,
  },
  {
    name: 'what is owed for invoices is what is due on them',
    text: `select 'receivable' as subject, (coalesce(-b.balance, 0) - i.due)::text as difference
           from (select coalesce(sum(amount_due), 0) as due from billing_invoices where organization_id = $1) i
           left join ledger_balances b on b.organization_id = $1 and b.account = 'receivable'
           where coalesce(-b.balance, 0) <> i.due`,
  },
  {
    name: 'the VAT in the ledger is the VAT of the invoices',
    text: `select 'tax' as subject, (coalesce(b.balance, 0) - i.tax)::text as difference
           from (select coalesce(sum(case when kind = 'credit_note' then -tax else tax end), 0) as tax from billing_invoices
                 where organization_id = $1 and status <> 'voided') i
           left join ledger_balances b on b.organization_id = $1 and b.account = 'tax'
           where coalesce(b.balance, 0) <> i.tax`,
  },
]

const checks: readonly Check[] = [
  ...checksOfUsage,
  ...checksOfAccounts,
  ...checksOfPayments,
  ...checksOfInvoices,
  ...checksOfDecisions,
]

export type ProofOfBooks = Static<typeof proofSchema>

const maxShown = 20
/** The pool ends what waits longer than a call may wait. A proof reads years of charges. */
const maxStatementMs = 3_600_000

const readSlowly = async <Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  text: string,
  values: unknown[],
): Promise<Row[]> => {
  const config: pg.QueryConfig & { query_timeout: number } = { text, values, query_timeout: maxStatementMs }
  return (await client.query<Row>(config)).rows
}

/** The books of an organization, at one moment. */
export const prove = async (
  pool: pg.Pool,
  organizationId: string,
  facts: ProofFacts,
): Promise<ProofOfBooks> => {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local statement_timeout = ${maxStatementMs}`)
    return await proveWithin(client, organizationId, facts)
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

/** The same in a transaction of the caller. */
export const proveWithin = async (
  client: pg.PoolClient,
  organizationId: string,
  facts: ProofFacts,
): Promise<ProofOfBooks> => {
  const results: ProofOfBooks['checks'] = []
  for (const { name, text, values } of checks) {
    const rows = await readSlowly<{ subject: string; difference: string }>(
      client,
      `select * from (${text}) as contradictions limit ${maxShown}`,
      [organizationId, ...(values?.(facts) ?? [])],
    )
    results.push({ name, ok: rows.length === 0, contradictions: rows })
  }
  const add = (name: string, found: ProofOfBooks['checks'][number]['contradictions']) =>
    results.push({ name, ok: found.length === 0, contradictions: found.slice(0, maxShown) })
  const { nowMs } = facts
  const numbers = facts.numbers
    ? await proveNumbersOfAll(facts.numbers, nowMs)
    : await proveNumbersIn(client, nowMs)
  add(numbersCheck, numbers.contradictions)
  const archived = await compareWithArchive(client, organizationId, facts)
  add(archivedChargesCheck, archived.contradictions)
  const { waiting } = numbers
  const unread = [...new Set([...numbers.unread, ...archived.unread])]
  return {
    ...(await totals(client, organizationId)),
    ok: unread.length === 0 && results.every(({ ok }) => ok),
    checks: results,
    ...(unread.length > 0 && { unread }),
    ...(waiting.length > 0 && { waiting_numbers: waiting }),
    ...(archived.notCompared.length > 0 && { days_not_archived: archived.notCompared }),
  }
}

type Sums = { charges: number; spent: number; posted: number; not_posted: number; currency: Currency }

const totals = async (client: pg.PoolClient, organizationId: string) => {
  const [sums] = await readSlowly<Sums>(
    client,
    `select (select count(*) from call_charges c join billing_allowances a using (application_id)
             where a.organization_id = $1 and c.livemode) as charges,
       a.spent, a.posted, a.spent - a.posted as not_posted,
       coalesce((select currency from billing_wallets where organization_id = $1), 'USD') as currency
     from (select coalesce(sum(spent), 0)::bigint as spent, coalesce(sum(posted), 0)::bigint as posted
           from billing_allowances where organization_id = $1) a`,
    [organizationId],
  )
  const { charges = 0, spent = 0, posted = 0, not_posted = 0, currency = 'USD' } = sums ?? {}
  return {
    object: 'proof' as const,
    charges,
    charged: moneyOf(spent, currency),
    revenue: moneyOf(posted, currency),
    not_posted: moneyOf(not_posted, currency),
  }
}
