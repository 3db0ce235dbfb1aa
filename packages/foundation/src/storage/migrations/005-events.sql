-- What an application is told: events, and their deliveries to its webhook endpoint. An event is written in
-- the transaction of what it tells of; its delivery is scheduled in the same statement.

-- Numbers the events of an application in the order in which they were committed.
create table event_positions (
  application_id text primary key,
  last bigint not null
) with (fillfactor = 50);

create table events (
  application_id text not null,
  day date not null,
  event_id text not null,
  position bigint not null,
  type text not null,
  created_at timestamptz not null,
  -- What `data.object` is read from when it is told: a job or a batch, which no longer change, or itself.
  object_kind text not null check (object_kind in ('job', 'batch', 'inline')),
  object_id text,
  sealed_data bytea,
  primary key (application_id, event_id, day)
) partition by range (day);
create index events_in_order on events (application_id, position);

create table webhook_endpoints (
  application_id text primary key references applications,
  url text not null,
  -- Null: every type.
  event_types text[],
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table webhook_deliveries (
  application_id text not null,
  event_id text not null,
  event_day date not null,
  state text not null default 'scheduled' check (state in ('scheduled', 'delivered', 'exhausted')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  -- A process that holds a delivery and dies gives it back by letting this pass.
  leased_until timestamptz,
  primary key (application_id, event_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
-- Finds what is past its retention. It costs nothing at each change, as a full index would.
create index webhook_deliveries_by_day on webhook_deliveries using brin (event_day);
-- Also tells whose deliveries are due, one look for each endpoint. An index by time alone would tempt the planner to
-- claim for one tenant by reading what waits for all.
create index webhook_deliveries_due on webhook_deliveries (application_id, next_attempt_at) where state = 'scheduled';

create table webhook_attempts (
  application_id text not null,
  day date not null,
  event_id text not null,
  attempt_id text not null,
  attempt smallint not null,
  at timestamptz not null,
  url text not null,
  http_status smallint,
  latency_ms integer not null,
  -- Why there is no status: timeout, refused address, connection error.
  failure text,
  -- The first kilobyte of the answer.
  sealed_answer bytea,
  primary key (application_id, event_id, attempt_id, day)
) partition by range (day);
