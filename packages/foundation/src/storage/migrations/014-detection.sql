-- What operators need to notice an attack. It holds no secret, claim or identifier.

-- Attempts to authenticate that failed, counted by one process for one minute. Most belong to no application, because
-- their key is unknown: the table is not one of a tenant. Rows are only inserted and, past their retention, deleted.
create table authentication_failures (
  minute timestamptz not null,
  -- The key id as sent when it has the form of one, else a word: none, malformed, or other (the rest of a flood).
  api_key text not null,
  client_address text not null,
  code text not null,
  -- The process that counted: its retries meet the same row.
  recorder uuid not null,
  -- Whose key it is; null of an unknown key.
  application_id text,
  failures bigint not null check (failures > 0),
  primary key (minute, api_key, client_address, code, recorder)
);

-- How many different identifiers an application asked for in a minute, as sketches of keyed hashes: they can be
-- merged over processes and minutes, and no identifier can be read from them.
create table lookup_sketches (
  application_id text not null,
  minute timestamptz not null,
  recorder uuid not null,
  asked integer not null,
  missing integer not null,
  asked_sketch bytea not null,
  missing_sketch bytea not null,
  primary key (application_id, minute, recorder)
);
create index lookup_sketches_by_minute on lookup_sketches (minute);

-- At most one alarm of a kind for an application and an hour.
create table alarms (
  application_id text not null,
  kind text not null,
  hour timestamptz not null,
  raised_at timestamptz not null,
  -- Counts, for people.
  details jsonb not null,
  primary key (application_id, kind, hour)
);
create index alarms_by_time on alarms (raised_at);
