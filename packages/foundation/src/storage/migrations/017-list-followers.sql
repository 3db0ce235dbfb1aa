-- expand-only
-- The processes that screen, and the change of the lists that the index of each stands at. One row per process.
-- An import of a list waits for them.

create table list_followers (
  process_id text primary key,
  -- Host and process number, for operators.
  name text not null,
  started_at timestamptz not null default now(),
  -- By the clock of the database, so that no process can look alive by a wrong clock of its own.
  seen_at timestamptz not null default now(),
  -- The last version_id of list_versions that the index has taken in; 0 while it is loaded for the first time.
  list_change bigint not null
);
