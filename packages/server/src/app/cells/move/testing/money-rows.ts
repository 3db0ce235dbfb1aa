import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { noon } from '../../../../../../../testing/noon.ts'
import { lockWallet } from '../../../../money/billing/index.ts'

const statements = [
  `insert into billing_wallets (organization_id, wallet_id, mode, currency, updated_at) values ($1, 'wal_' || $1, 'prepaid', 'USD', now())`,
  `insert into ledger_transactions (transaction_id, organization_id, kind, at) values ('ltx_' || $1, $1, 'payment', now())`,
  `insert into ledger_entries (transaction_id, position, organization_id, account, amount)
   values ('ltx_' || $1, 1, $1, 'bank', -5), ('ltx_' || $1, 2, $1, 'wallet', 5)`,
  `insert into ledger_balances (organization_id, account, balance) values ($1, 'bank', -5), ($1, 'wallet', 5)`,
  `insert into billing_invoices (invoice_id, organization_id, number, kind, status, currency, subtotal, tax, total, amount_due, issued_at, due_at)
   values ('inv_' || $1, $1, 'NANI-2026-' || md5($1), 'usage', 'issued', 'USD', 1, 1, 2, 2, now(), now())`,
  `insert into billing_invoice_lines (invoice_id, position, description, quantity, unit_price, exact_amount, amount)
   values ('inv_' || $1, 1, 'Calls', 1, 1, 1, 1)`,
  `insert into billing_notices (invoice_id, notice, at) values ('inv_' || $1, 'overdue', now())`,
  `insert into billing_usage (posting_id, position, organization_id, application_id, day, item, mode, scopes, price_list_id, quantity, amount, paid_by, transaction_id)
   values ('ups_' || $1, 1, $1, 'app_one', current_date, 'kyc_validation', 'single', '{}', 'prl_shipped', 1, 1, 'invoice', 'ltx_' || $1)`,
  `insert into billing_invoiced_usage (posting_id, position, invoice_id, line) values ('ups_' || $1, 1, 'inv_' || $1, 1)`,
  `insert into billing_payments (payment_id, organization_id, status, method, amount, external_reference, invoice_ids, declared_at, declared_by)
   values ('pay_' || $1, $1, 'approved', 'cash', 5, 'R', '{}', now(), 'amina')`,
  `insert into billing_payment_proofs (payment_id, file_name, sealed_file) values ('pay_' || $1, 'r.pdf', '\\x00ff')`,
  `insert into billing_payment_requests (request_id, organization_id, invoice_id, provider, amount, status, created_at, created_by)
   values ('prq_' || $1, $1, 'inv_' || $1, 'mobile_money', 2, 'requested', now(), 'amina')`,
  `insert into billing_proposals (proposal_id, organization_id, action, command, proposed_by, proposed_at)
   values ('prp_' || $1, $1, 'adjust', '[]', 'amina', now())`,
  `insert into billing_topups (topup_id, organization_id, status, amount, created_at, created_by)
   values ('top_' || $1, $1, 'submitted', 1, now(), 'amina')`,
]

/** How many rows `writeMoney` writes. */
export const rowsOfMoney = 16

/** A row of an organization in each table of its money, without respect for the rules of the books. */
export const writeMoney = async (pool: pg.Pool, organizationId: string): Promise<void> => {
  for (const statement of statements) await pool.query(statement, [organizationId])
}

/** A change of money of `org_one`, as each transaction on it begins. */
export const lockMoney = (pool: pg.Pool) =>
  inTransaction(pool, (client) =>
    lockWallet(client, 'org_one', { newId: (kind) => `${kind}_new`, nowMs: noon }),
  )
