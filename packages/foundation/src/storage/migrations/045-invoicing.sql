-- expand-only
-- The charges of a day in the ledger: one row for each group of equal charges. The charges themselves are dropped with the
-- partition of their day; these rows keep the sums.
create table billing_usage (
  posting_id text not null,
  position integer not null,
  organization_id text not null,
  application_id text not null,
  day date not null,
  item text not null,
  mode text not null,
  scopes text[] not null,
  price_list_id text not null,
  quantity bigint not null check (quantity > 0),
  amount bigint not null check (amount > 0),
  -- Whether the wallet paid at once, or an invoice asks for the amount.
  paid_by text not null check (paid_by in ('wallet', 'invoice')),
  transaction_id text not null,
  primary key (posting_id, position)
);
create index billing_usage_by_day on billing_usage (application_id, day);
create index billing_usage_by_organization on billing_usage (organization_id, day);

create table billing_invoices (
  invoice_id text primary key,
  organization_id text not null,
  number text not null unique,
  kind text not null check (kind in ('usage', 'top_up', 'credit_note')),
  status text not null check (status in ('issued', 'paid', 'overdue', 'voided')),
  currency text not null,
  period_start date,
  -- The last day of the period.
  period_end date,
  subtotal bigint not null,
  tax bigint not null,
  total bigint not null,
  amount_due bigint not null check (amount_due >= 0),
  -- What credit notes took off, without VAT.
  credited_net bigint not null default 0,
  issued_at timestamptz not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  -- The invoice that a credit note corrects.
  corrects text
);
create index billing_invoices_by_organization on billing_invoices (organization_id, issued_at);

create table billing_invoice_lines (
  invoice_id text not null,
  position integer not null,
  description text not null,
  quantity bigint not null,
  unit_price bigint not null,
  -- Before it was rounded to two decimals.
  exact_amount bigint not null,
  amount bigint not null,
  primary key (invoice_id, position)
);

-- The usage that an invoice asks for. Voiding the invoice frees it for the next one.
create table billing_invoiced_usage (
  posting_id text not null,
  position integer not null,
  invoice_id text not null,
  line integer not null,
  primary key (posting_id, position, invoice_id)
);
create index billing_invoiced_usage_by_invoice on billing_invoiced_usage (invoice_id);

-- The last number of a year. It is changed in the transaction that issues the invoice, so that there is no gap.
create table billing_invoice_numbers (
  year smallint primary key,
  last bigint not null
);

-- What the cycle has done about an invoice.
create table billing_notices (
  invoice_id text not null,
  notice text not null,
  at timestamptz not null,
  primary key (invoice_id, notice)
);

create table billing_topups (
  topup_id text primary key,
  organization_id text not null,
  status text not null check (status in ('submitted', 'approved', 'rejected')),
  amount bigint not null check (amount > 0),
  invoice_id text,
  reason text,
  created_at timestamptz not null,
  created_by text not null,
  decided_at timestamptz,
  decided_by text
);
create index billing_topups_by_organization on billing_topups (organization_id, created_at);

create table billing_payments (
  payment_id text primary key,
  organization_id text not null,
  status text not null check (status in ('declared', 'approved', 'rejected')),
  method text not null check (method in ('bank_transfer', 'mobile_money', 'cash')),
  amount bigint not null check (amount > 0),
  external_reference text not null,
  invoice_ids text[] not null,
  declared_at timestamptz not null,
  declared_by text not null,
  decided_at timestamptz,
  decided_by text,
  reason text
);
create index billing_payments_by_organization on billing_payments (organization_id, declared_at);

create table billing_payment_proofs (
  payment_id text primary key,
  file_name text not null,
  sealed_file bytea not null
);

-- An action that waits for a second person.
create table billing_proposals (
  proposal_id text primary key,
  organization_id text not null,
  action text not null,
  -- The command with its values: the second person gives the same.
  command text not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  executed_by text,
  executed_at timestamptz
);
create index billing_proposals_open on billing_proposals (organization_id, action) where executed_at is null;

create table billing_budgets (
  application_id text primary key,
  organization_id text not null,
  amount bigint not null check (amount > 0),
  -- The first day of the month whose alert was sent.
  alerted_month date
);
