-- expand-only
-- What the import of files would change in a screening list. The files are imported exactly as they were previewed.
create table list_previews (
  preview_id text primary key,
  list_id text not null,
  status text not null check (status in ('running', 'ready', 'failed', 'imported')),
  -- The version in use when the files were compared. Null: the list was never loaded.
  base_version integer,
  requested_by text not null,
  created_at timestamptz not null,
  -- A running preview without recent progress has ended with its process.
  progressed_at timestamptz not null,
  screened integer not null default 0,
  subjects integer,
  result json,
  failure text
);
create table list_preview_files (
  preview_id text not null,
  position smallint not null,
  name text not null,
  content bytea not null,
  primary key (preview_id, position)
);
