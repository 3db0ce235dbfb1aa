-- expand-only
-- A person declines a proposed act on money, with a reason.
alter table billing_proposals add column declined_by text;
alter table billing_proposals add column declined_at timestamptz;
alter table billing_proposals add column declined_reason text;
