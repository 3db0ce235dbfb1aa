-- expand-only
-- Conformance runs of applications of the sandbox. A worker leases a run, and the number of the attempt fences its result.
create table conformance_runs (
  application_id text not null references applications,
  run_id text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed')),
  -- The checks with their results. Null: the run has none yet.
  checks jsonb,
  attempts integer not null default 0,
  -- Until then another worker leaves the run alone.
  leased_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (application_id, run_id)
);
-- One run at a time.
create unique index conformance_runs_open on conformance_runs (application_id) where status in ('queued', 'running');
create index conformance_runs_waiting on conformance_runs (created_at) where status in ('queued', 'running');
