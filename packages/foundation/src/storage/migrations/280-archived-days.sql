-- expand-only
-- The days of a table that are in a file of the archive, and no more in the database. A row is written in the
-- transaction that drops the partition.
create table archived_days (
  -- The place in the chain: a manifest contains the hash of the one before.
  number bigint primary key check (number > 0),
  table_name text not null,
  day date not null,
  rows bigint not null check (rows >= 0),
  bytes bigint not null check (bytes >= 0),
  manifest_sha256 bytea not null check (octet_length(manifest_sha256) = 32),
  -- The file opens with it and the root key. It is erased with the file, so that no copy of the file opens any more.
  salt bytea check (octet_length(salt) = 32),
  archived_at timestamptz not null,
  unique (table_name, day)
);
