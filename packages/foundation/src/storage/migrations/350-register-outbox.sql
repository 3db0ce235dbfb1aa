-- expand-only
-- What a transaction of the register causes in home, where the register has a database of its own: carried in the order of
-- `position`, once by `row_id`, and then deleted. Writers of the register take turns, so that positions are in the order of commits.
create table register_outbox (
  position bigint generated always as identity primary key,
  row_id uuid not null default gen_random_uuid(),
  kind text not null,
  content jsonb not null,
  caused_at timestamptz not null default clock_timestamp()
);
