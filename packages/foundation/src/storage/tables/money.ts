import { addOnly, local, reference, type Tables, tenant } from './table-entry.ts'

/**
 * Tables of prices, wallets, the ledger and invoices. All money of an organization is in the database that has its wallet. Numbers of
 * invoices are those of the installation.
 */
export const moneyTables = {
  billing_allowances: {
    owner: 'billing',
    kind: tenant,
    rights: { update: ['available', 'held', 'spent', 'posted'] },
    readers: ['gateway', 'invoicing'],
  },
  billing_wallets: {
    owner: 'billing',
    kind: local,
    place: 'cell',
    rights: {
      update: [
        'threshold_version',
        'mode',
        'currency',
        'credit_limit',
        'alert_threshold',
        'balance_is_low',
        'suspended',
        'updated_at',
      ],
    },
    readers: ['invoicing'],
  },
  call_charges: {
    owner: 'billing',
    kind: tenant,
    rights: addOnly,
    partition: 'day',
    retention: 100,
    readers: ['invoicing'],
  },
  charges: { owner: 'billing', kind: tenant, rights: addOnly },
  ledger_balances: {
    owner: 'billing',
    kind: local,
    place: 'cell',
    rights: { update: ['balance'] },
    readers: ['invoicing'],
  },
  ledger_entries: { owner: 'billing', kind: local, place: 'cell', rights: addOnly, readers: ['invoicing'] },
  ledger_transactions: {
    owner: 'billing',
    kind: local,
    place: 'cell',
    rights: addOnly,
    readers: ['invoicing'],
  },
  price_lists: { owner: 'billing', kind: reference, rights: addOnly, readers: ['invoicing'] },
  billing_budgets: { owner: 'invoicing', kind: tenant, rights: { update: ['amount', 'alerted_month'] } },
  // An invoice never changes once it is issued, except for its payment.
  billing_invoice_lines: { owner: 'invoicing', kind: local, place: 'cell', rights: addOnly },
  billing_invoice_numbers: { owner: 'invoicing', kind: local, rights: { update: ['last'] } },
  // Numbers that organizations in cells have taken.
  billing_taken_numbers: {
    owner: 'invoicing',
    kind: local,
    rights: { update: ['organization_id', 'taken_at'], delete: true },
  },
  billing_invoiced_usage: { owner: 'invoicing', kind: local, place: 'cell', rights: addOnly },
  billing_invoices: {
    owner: 'invoicing',
    kind: local,
    place: 'cell',
    rights: { update: ['status', 'amount_due', 'credited_net', 'paid_at'] },
    readers: ['billing', 'desk-surface', 'organizations'],
  },
  billing_notices: { owner: 'invoicing', kind: local, place: 'cell', rights: addOnly },
  billing_payment_proofs: { owner: 'invoicing', kind: local, place: 'cell', rights: addOnly },
  billing_payment_requests: {
    owner: 'invoicing',
    kind: local,
    place: 'cell',
    rights: { update: ['status', 'provider_reference', 'payment_id', 'asked_at', 'decided_at'] },
  },
  billing_payments: {
    owner: 'invoicing',
    kind: local,
    place: 'cell',
    rights: { update: ['status', 'decided_at', 'decided_by', 'reason', 'unapplied'] },
    readers: ['desk-surface'],
  },
  billing_proposals: {
    owner: 'invoicing',
    kind: local,
    place: 'cell',
    rights: {
      update: [
        ...['executed_by', 'executed_at', 'executed_reason'],
        ...['declined_by', 'declined_at', 'declined_reason', 'proposed_at'],
      ],
    },
    readers: ['desk-surface'],
  },
  billing_topups: {
    owner: 'invoicing',
    kind: local,
    place: 'cell',
    rights: { update: ['status', 'invoice_id', 'decided_at', 'decided_by', 'reason'] },
    readers: ['desk-surface'],
  },
  billing_usage: { owner: 'invoicing', kind: local, place: 'cell', rights: addOnly },
} as const satisfies Tables
