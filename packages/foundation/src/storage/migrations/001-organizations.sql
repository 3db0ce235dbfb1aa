-- Who may call: organizations own applications; an application has keys and client certificates.

create table organizations (
  organization_id text primary key,
  name text not null,
  created_at timestamptz not null
);

create table applications (
  application_id text primary key,
  organization_id text not null,
  name text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  services text[] not null,
  -- The services that passed the production review; empty in the sandbox, where nothing needs one.
  approved_services text[] not null default '{}',
  scopes text[] not null,
  purposes text[] not null,
  ip_allowlist text[] not null default '{}',
  burst_per_second integer not null check (burst_per_second > 0),
  -- { "kyc_validation": { "limit": 10000, "period": "month" } }; a service that is absent has no quota.
  quotas jsonb not null default '{}',
  batch_items_per_day integer check (batch_items_per_day >= 0),
  created_at timestamptz not null
);

create table api_keys (
  application_id text not null references applications,
  api_key text not null,
  -- Secret Key and Payload Encryption Key, encrypted at rest.
  sealed_secrets bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (application_id, api_key)
);
-- Recognising a key is the one look-up that does not know its tenant yet. Uniqueness is given by 142 random bits.
create index api_keys_by_key on api_keys (api_key);

create table client_certificates (
  application_id text not null references applications,
  -- Lower-case hex SHA-256 of the DER form.
  thumbprint text not null,
  subject text not null,
  not_after timestamptz not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (application_id, thumbprint)
);

-- What every process of an installation shares: the certificate authority, sealed under the master key.
create table installation_secrets (
  name text primary key,
  sealed bytea not null,
  created_at timestamptz not null
);
