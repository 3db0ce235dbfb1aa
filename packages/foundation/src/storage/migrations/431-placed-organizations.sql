-- expand-only
-- The organizations whose applications have all their rows in a cell, and the API keys of those applications. Home has both lists.
create table placed_organizations (
  organization_id text primary key,
  cell text not null,
  placed_at timestamptz not null
);
create table placed_keys (
  api_key text primary key,
  application_id text not null,
  cell text not null
);
