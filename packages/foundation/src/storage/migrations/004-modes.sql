-- Asynchronous work: a row per item and a queue job per chunk of items.

create table jobs (
  application_id text not null,
  job_id text not null,
  service text not null,
  status text not null check (status in ('pending', 'completed', 'failed')),
  sealed_request bytea,
  result_id text,
  result_day date,
  sealed_error bytea,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (application_id, job_id)
);
create index jobs_by_age on jobs (created_at);

create table batches (
  application_id text not null,
  batch_id text not null,
  service text not null,
  total_items integer not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  cancelled_at timestamptz,
  -- Written once, when the last item is settled; until then they are counted.
  succeeded_items integer,
  failed_items integer,
  sealed_context bytea not null,
  primary key (application_id, batch_id)
);
create index batches_by_age on batches (created_at);

create table batch_items (
  application_id text not null,
  day date not null,
  batch_id text not null,
  position integer not null,
  status text not null check (status in ('pending', 'running', 'succeeded', 'failed')),
  -- Kept while it may still run, and on a cancelled item, which is told by its reference.
  sealed_request bytea,
  result_id text,
  result_day date,
  -- The reference and the error of a failed item; absent on a cancelled one.
  sealed_error bytea,
  primary key (application_id, batch_id, position, day)
) partition by range (day);
