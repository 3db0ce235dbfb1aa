-- expand-only
-- Money that a payment provider was asked to collect for an invoice. The number of the payer is not stored.
create table billing_payment_requests (
  request_id text primary key,
  organization_id text not null,
  invoice_id text not null,
  provider text not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('created', 'requested', 'completed', 'failed')),
  -- What the provider calls it.
  provider_reference text,
  -- The payment that its confirmation made.
  payment_id text,
  created_at timestamptz not null,
  created_by text not null,
  decided_at timestamptz
);
create index billing_payment_requests_by_organization on billing_payment_requests (organization_id, created_at);
