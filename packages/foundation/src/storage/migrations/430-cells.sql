-- expand-only
-- The other databases of the installation that have all rows of the applications of some organizations. Home has this list.
create table cells (
  name text primary key,
  sealed_urls bytea not null,
  added_at timestamptz not null
);
-- In a cell: its name, and a proof that a process with the root key of the installation gave it. Home has no row.
create table cell_identity (
  only_row boolean primary key default true check (only_row),
  name text not null,
  proof bytea not null
);
-- Home writes the time, and a cell gets it as it gets its other copies: that shows how far behind the copies are.
create table home_heartbeats (
  only_row boolean primary key default true check (only_row),
  beat_at timestamptz not null
);
