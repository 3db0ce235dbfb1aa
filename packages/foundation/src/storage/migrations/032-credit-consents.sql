-- expand-only
-- Consents of citizens to credit scores, with the requests for them. A citizen is a keyed pseudonym. The number of the
-- identity, the amount and the reference of the caller are sealed.
create table credit_consents (
  application_id text not null,
  -- The request (cnr_…). A consent of a sign-in has no request, and its own id (cns_…).
  record_id text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  citizen bytea not null,
  status text not null check (status in ('pending', 'approved', 'declined', 'expired', 'revoked')),
  -- Null: every product.
  product text,
  sealed_details bytea not null,
  created_at timestamptz not null,
  -- Null for a consent without a request.
  answer_by timestamptz,
  consent_id text,
  granted_at timestamptz,
  lapses_at timestamptz,
  -- The status that the record takes by itself, and when. Null once it is final.
  due_status text check (due_status in ('approved', 'declined', 'expired')),
  due_at timestamptz,
  changed_at timestamptz not null,
  -- Why an operator revoked it.
  sealed_reason bytea,
  primary key (application_id, record_id)
);
-- A citizen has at most one open request of an application.
create unique index credit_consents_pending on credit_consents (application_id, citizen) where status = 'pending';
create index credit_consents_by_record on credit_consents (record_id);
create index credit_consents_by_consent on credit_consents (consent_id, application_id) where consent_id is not null;
create index credit_consents_by_citizen on credit_consents (citizen, created_at);
create index credit_consents_due on credit_consents (due_at) where due_at is not null;
create index credit_consents_ended on credit_consents (changed_at) where due_at is null;

-- Every score that was returned under a consent. The commit of the score writes it.
create table credit_consent_uses (
  application_id text not null,
  consent_id text not null,
  result_id text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  citizen bytea not null,
  used_at timestamptz not null,
  primary key (application_id, consent_id, result_id)
);
create index credit_consent_uses_by_citizen on credit_consent_uses (citizen, used_at);
create index credit_consent_uses_by_time on credit_consent_uses (used_at);
