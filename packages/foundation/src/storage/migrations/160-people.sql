-- expand-only
-- Accounts of people. Members have these tables; operators get tables of the same form, with their own prefix.

create table member_accounts (
  account_id text primary key,
  -- In lower case.
  email text not null unique,
  name text not null,
  language text not null,
  -- PHC string of Argon2id.
  password_hash text not null,
  -- The sealed secret of TOTP; null: it has none. A secret that was not confirmed yet is pending.
  sealed_totp bytea,
  pending_totp bytea,
  -- The last time step whose code was used, so that no code is used twice.
  totp_step bigint not null default 0,
  created_at timestamptz not null,
  password_changed_at timestamptz not null
);

-- A registration becomes an account when its address is confirmed.
create table member_registrations (
  token_hash bytea primary key,
  registration_id text not null,
  email text not null,
  name text not null,
  language text not null,
  password_hash text not null,
  expires_at timestamptz not null
);
create index member_registrations_by_end on member_registrations (expires_at);

-- Tokens of mail that change a password. Only their SHA-256 is stored.
create table member_password_resets (
  token_hash bytea primary key,
  account_id text not null,
  expires_at timestamptz not null
);
create index member_password_resets_by_account on member_password_resets (account_id);

create table member_sessions (
  session_hash bytea primary key,
  session_id text not null unique,
  account_id text not null,
  -- Until the second factor is given, the session permits nothing else.
  awaits_second_factor boolean not null,
  second_factor_at timestamptz,
  -- The challenge of a passkey that was asked for last.
  challenge bytea,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index member_sessions_by_account on member_sessions (account_id, session_id);
create index member_sessions_by_end on member_sessions (expires_at);

create table member_passkeys (
  passkey_id text primary key,
  account_id text not null,
  credential_id text not null unique,
  name text not null,
  public_key bytea not null,
  sign_count bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index member_passkeys_by_account on member_passkeys (account_id);

create table member_recovery_codes (
  account_id text not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Browsers that a person signed in with. Each has its own count of failed attempts.
create table member_browsers (
  account_id text not null,
  browser_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (account_id, browser_hash)
);

-- Attempts that count, by a keyed hash of what they count for: an address of mail, a browser, a source.
create table member_attempts (
  attempt_number bigint generated always as identity primary key,
  counted_for bytea not null,
  at timestamptz not null
);
create index member_attempts_by_count on member_attempts (counted_for, at);
create index member_attempts_by_time on member_attempts (at);

create table member_sign_ins (
  sign_in_id text primary key,
  account_id text not null,
  at timestamptz not null,
  result text not null,
  address text not null,
  user_agent text not null
);
create index member_sign_ins_by_account on member_sign_ins (account_id, sign_in_id);

-- Mail that waits, or that the mailbox of the demo shows. It is written with its cause.
create table mails (
  mail_id text primary key,
  sealed_mail bytea not null,
  state text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mails_waiting on mails (next_attempt_at) where state = 'waiting';
create index mails_by_time on mails (created_at);

-- The answers of requests with an Idempotency-Key, for a day.
create table member_repeated_requests (
  account_id text not null,
  request_key text not null,
  fingerprint bytea not null,
  sealed_result bytea not null,
  at timestamptz not null,
  primary key (account_id, request_key)
);
create index member_repeated_requests_by_time on member_repeated_requests (at);
