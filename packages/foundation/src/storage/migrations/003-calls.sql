-- What a call leaves behind. Time-shaped tables are partitioned by day (UTC) and dropped by partition;
-- every key leads with the tenant.

create table nonces (
  application_id text not null,
  api_key text not null,
  -- The day of X-SVC-Timestamp, not of arrival: a replay carries the same timestamp, so it meets the same key.
  day date not null,
  nonce uuid not null,
  primary key (application_id, api_key, nonce, day)
) partition by range (day);

-- Lost in a database crash, and harmless then: it holds the count of the current second.
create unlogged table bursts (
  application_id text primary key,
  second bigint not null,
  used integer not null
) with (fillfactor = 50);

create table idempotency_keys (
  application_id text not null,
  key uuid not null,
  fingerprint bytea not null,
  -- Who holds the claim while the first request runs; a claim that its holder never settled lapses.
  claim uuid not null,
  claimed_until timestamptz not null,
  expires_at timestamptz not null,
  http_status smallint,
  sealed_answer bytea,
  primary key (application_id, key)
);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);

create table usage_counters (
  application_id text not null,
  service text not null,
  period text not null check (period in ('day', 'month')),
  period_start date not null,
  used bigint not null,
  calls_limit bigint,
  primary key (application_id, service, period, period_start),
  -- The quota itself: the statement that would pass it fails as a whole.
  constraint quota_respected check (calls_limit is null or used <= calls_limit)
) with (fillfactor = 50);

create table results (
  application_id text not null,
  day date not null,
  result_id text not null,
  service text not null,
  sealed_result bytea not null,
  primary key (application_id, result_id, day)
) partition by range (day);

-- Ciphertext does not compress; trying to would only cost time.
alter table results alter column sealed_result set storage external;

-- One row for each result that may be billed; its key makes a second charge impossible.
create table charges (
  application_id text not null,
  result_id text not null,
  service text not null,
  scopes text[] not null,
  livemode boolean not null,
  charged_at timestamptz not null,
  primary key (application_id, result_id)
);

create table audit_entries (
  application_id text not null,
  day date not null,
  entry_id text not null,
  at timestamptz not null,
  api_key text,
  request_id text,
  client_address text,
  method text,
  path text,
  http_status smallint,
  error_code text,
  service text,
  purpose text,
  scopes text[],
  result_id text,
  outcome text,
  -- HMAC of the svc_id: lets a citizen see who asked, without naming citizens in a log.
  subject bytea,
  primary key (application_id, entry_id, day)
) partition by range (day);
