-- expand-only
-- The evidence of each approval of a credit consent on a device of its citizen: what the device signed, and its signature.
create table credit_consent_approvals (
  application_id text not null,
  record_id text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  citizen bytea not null,
  device_id text not null,
  -- SHA-256 of the text that was shown and signed, and the text itself, sealed.
  shown_hash bytea not null,
  sealed_text bytea not null,
  -- As the device sent it.
  signature jsonb not null,
  approved_at timestamptz not null default now(),
  primary key (application_id, record_id)
);
