import type { LedgerKind } from '../../billing/index.ts'
import type { Check } from './check.ts'

/**
 * The accounts that each kind of transaction moves money between. Earlier releases credited a wallet with what a payment
 * exceeded its invoices by, and with what a credit note returned.
 */
const accountsOfKinds: Readonly<Record<LedgerKind, readonly string[]>> = {
  grant: ['wallet', 'credit', 'allowance'],
  reclaim: ['wallet', 'credit', 'allowance'],
  usage: ['revenue', 'allowance', 'unbilled', 'credit'],
  demo_credit: ['demo_credit', 'wallet'],
  invoice: ['receivable', 'tax', 'deferred', 'unbilled', 'rounding'],
  payment: ['bank', 'receivable', 'unapplied', 'wallet'],
  top_up: ['deferred', 'wallet'],
  adjustment: ['adjustments', 'wallet'],
  void: ['receivable', 'tax', 'deferred', 'unbilled', 'rounding'],
  credit_note: ['receivable', 'unapplied', 'wallet', 'tax', 'deferred', 'revenue'],
  mode: [],
  balance_applied: ['wallet', 'receivable'],
  unapplied_applied: ['unapplied', 'receivable'],
  unapplied_returned: ['unapplied', 'bank'],
}

const pairs = Object.entries(accountsOfKinds).flatMap(([kind, accounts]) =>
  accounts.map((account) => ({ kind, account })),
)

/** Money comes into a wallet in the ways that the other statements look at, and in no other. */
export const checksOfAccounts: readonly Check[] = [
  {
    name: 'a transaction moves money between the accounts of its kind only',
    values: () => [JSON.stringify(pairs)],
    text: `select e.transaction_id as subject, e.amount::text as difference
           from ledger_entries e
           left join ledger_transactions t on t.transaction_id = e.transaction_id and t.organization_id = $1
           left join jsonb_to_recordset($2::jsonb) as k(kind text, account text)
             on k.kind = t.kind and k.account = split_part(e.account, ':', 1)
           where e.organization_id = $1 and k.kind is null`,
  },
  {
    name: 'an allowance has its money of the wallet, or of the credit',
    text: `select t.transaction_id as subject, sum(e.amount)::text as difference
           from ledger_transactions t join ledger_entries e using (transaction_id)
           where t.organization_id = $1 and t.kind in ('grant', 'reclaim') and e.account in ('wallet', 'credit')
           group by t.transaction_id having count(*) > 1`,
  },
  {
    name: 'a prepaid organization has no credit',
    text: `select b.account as subject, b.balance::text as difference
           from ledger_balances b join billing_wallets w using (organization_id)
           where b.organization_id = $1 and b.account = 'credit' and w.mode = 'prepaid' and b.balance <> 0`,
  },
  {
    name: 'demo credit is given once, before all other money',
    text: `select t.transaction_id as subject, e.amount::text as difference
           from ledger_transactions t join ledger_entries e on e.transaction_id = t.transaction_id and e.account = 'wallet'
           where t.organization_id = $1 and t.kind = 'demo_credit' and (e.amount <> 10000000000 or exists (
             select from ledger_transactions o
             where o.organization_id = $1 and o.transaction_id <> t.transaction_id
               and (o.at < t.at or o.kind = 'demo_credit')))`,
  },
]
