-- When each process last proved that the database accepts writes. One row per process.

create table readiness_checks (
  process_id text primary key,
  checked_at timestamptz not null
);
