-- expand-only
-- The transaction that wrote an entry. The sequencer of the transparency log finds with it, exactly once, what was
-- committed since its last step. Entries of before have none.
alter table audit_entries add column written_in xid8;
alter table audit_entries alter column written_in set default pg_current_xact_id();
create index audit_entries_of_transaction on audit_entries (written_in);

-- The place of an entry in its tree, and the random bytes of its commitment. They are erased with the entry.
create table audit_leaves (
  application_id text not null,
  day date not null,
  entry_id text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  leaf_index bigint not null,
  salt bytea not null check (octet_length(salt) = 16),
  -- An auditor names an entry by its id alone.
  primary key (entry_id, application_id, day)
) partition by range (day);

-- The number of leaves of each tree.
create table audit_trees (
  environment text primary key check (environment in ('sandbox', 'production')),
  size bigint not null
);
insert into audit_trees values ('sandbox', 0), ('production', 0);

-- Up to 256 commitments of 32 bytes. Each is the entry of a leaf.
create table audit_bundles (
  environment text not null,
  bundle bigint not null,
  commitments bytea not null check (octet_length(commitments) between 32 and 8192),
  primary key (environment, bundle)
);
-- Up to 256 hashes of each tile above the leaves. The tiles of level 0 are calculated from the commitments.
create table audit_tiles (
  environment text not null,
  level smallint not null check (level > 0),
  tile bigint not null,
  hashes bytea not null check (octet_length(hashes) between 32 and 8192),
  primary key (environment, level, tile)
);
-- Hashes do not compress.
alter table audit_bundles alter column commitments set storage external;
alter table audit_tiles alter column hashes set storage external;

create function only_grow_hashes() returns trigger
language plpgsql
as $$
declare
  old_bytes constant bytea := coalesce(to_jsonb(old) ->> 'commitments', to_jsonb(old) ->> 'hashes')::bytea;
  new_bytes constant bytea := coalesce(to_jsonb(new) ->> 'commitments', to_jsonb(new) ->> 'hashes')::bytea;
begin
  if substring(new_bytes from 1 for octet_length(old_bytes)) <> old_bytes then
    raise exception 'The hashes of the transparency log are only added to.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger only_grow before update on audit_bundles for each row execute function only_grow_hashes();
create trigger only_grow before update on audit_tiles for each row execute function only_grow_hashes();

-- One for each size: two checkpoints of one size with different roots cannot be stored.
create table audit_checkpoints (
  environment text not null,
  size bigint not null,
  root bytea not null,
  note text not null,
  at timestamptz not null,
  primary key (environment, size)
);
create table audit_cosignatures (
  environment text not null,
  size bigint not null,
  witness text not null,
  line text not null,
  at timestamptz not null,
  primary key (environment, size, witness)
);

-- What every process knows of a witness: the size that it cosigned last, and why it refused.
create table audit_witnesses (
  environment text not null,
  witness text not null,
  size bigint not null,
  refused_at timestamptz,
  refusal text,
  primary key (environment, witness)
);

create table audit_sequencing (
  only_row boolean primary key default true check (only_row),
  -- The snapshot of the last step (pg_snapshot). What it could see is in the trees.
  read_until text,
  -- Set while older entries without a leaf are looked for: the day and the entry that were read last.
  sweep_day date,
  sweep_application text,
  sweep_entry text
);
insert into audit_sequencing (only_row) values (true);
