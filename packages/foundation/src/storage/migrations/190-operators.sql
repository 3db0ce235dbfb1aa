-- expand-only
-- Accounts of operators. The tables have the form of those of members, with their own prefix.
create table operator_accounts (like member_accounts including all);
create table operator_password_resets (like member_password_resets including all);
create table operator_sessions (like member_sessions including all);
create table operator_passkeys (like member_passkeys including all);
create table operator_recovery_codes (like member_recovery_codes including all);
create table operator_browsers (like member_browsers including all);
create table operator_attempts (like member_attempts including all);
create table operator_sign_ins (like member_sign_ins including all);
create table operator_repeated_requests (like member_repeated_requests including all);

-- People of the installation, from their invitation. The account has the same id, from its enrolment.
create table operators (
  operator_id text primary key,
  -- In lower case.
  email text not null unique,
  name text not null,
  -- The name as the rule of two people compares it.
  name_key text not null unique,
  roles text[] not null,
  invited_by text not null,
  created_at timestamptz not null,
  -- The SHA-256 of the token of an invitation that is open; null: it was used.
  enrolment_hash bytea unique,
  enrolment_expires_at timestamptz,
  enrolled_at timestamptz,
  disabled_at timestamptz,
  version integer not null default 1
);

-- Acts that need two people: one proposes, another one executes or declines.
create table proposals (
  proposal_id text primary key,
  act text not null,
  subject text not null,
  organization_id text,
  -- What was proposed, without secrets.
  content jsonb not null,
  -- The version of the object that the proposal is based on; null: it has none.
  subject_version integer,
  status text not null check (status in ('proposed', 'executed', 'declined', 'ended')),
  proposed_by text not null,
  proposed_account text,
  reason text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text,
  decided_account text,
  decided_reason text,
  decided_at timestamptz
);
create unique index proposals_open on proposals (act, subject) where status = 'proposed';
create index proposals_by_time on proposals (proposed_at);
