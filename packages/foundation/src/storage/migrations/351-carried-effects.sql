-- expand-only
-- The rows of the outbox of the register that home has. An id is written in the transaction of what it causes.
create table carried_effects (
  row_id uuid primary key,
  carried_at timestamptz not null default now()
);
create index carried_effects_by_time on carried_effects (carried_at);
