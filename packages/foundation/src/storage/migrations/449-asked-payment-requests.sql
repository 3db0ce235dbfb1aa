-- expand-only
-- When the provider accepted a request last, by the clock of the database. Null: not yet, or by an earlier release.
alter table billing_payment_requests add column asked_at timestamptz;
-- The requests of an invoice that have no outcome.
create index billing_payment_requests_open on billing_payment_requests (invoice_id) where status in ('created', 'requested');
