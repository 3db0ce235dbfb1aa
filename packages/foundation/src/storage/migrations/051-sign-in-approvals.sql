-- expand-only
-- Approvals of sign-ins on the devices of citizens.

-- Whether the request waits without a notification, because too many came unanswered, and the network that it came from.
alter table sign_in_requests add column quiet boolean not null default false, add column source bytea;
create index sign_in_requests_by_citizen on sign_in_requests (citizen, created_at) where citizen is not null;
create index sign_in_requests_by_source on sign_in_requests (source, created_at) where source is not null;

-- The evidence of each approval: what the device signed, and its signature.
create table sign_in_approvals (
  application_id text not null,
  request_id text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  citizen bytea not null,
  device_id text not null,
  -- SHA-256 of the text that was shown and signed, and the text itself, sealed.
  shown_hash bytea not null,
  sealed_text bytea not null,
  -- As the device sent it.
  signature jsonb not null,
  similarity real not null,
  approved_at timestamptz not null default now(),
  primary key (application_id, request_id)
);
create index sign_in_approvals_by_citizen on sign_in_approvals (citizen, approved_at);
create index sign_in_approvals_by_age on sign_in_approvals using brin (approved_at);
