-- A person declines a proposed act on money, with a reason.
alter table billing_proposals add column declined_by text, add column declined_at timestamptz, add column declined_reason text;
