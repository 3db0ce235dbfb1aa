-- Partitions are created as separate tables and attached. That needs no lock that a reader or a writer of the
-- partitioned table holds, so that a backup never makes callers wait. Past their retention they are detached, and
-- dropped a day later.

-- What the last run of maintenance knew: a clock that has jumped since then is noticed before anything is deleted.
create table maintenance_state (
  only_row boolean primary key default true check (only_row),
  last_run_at timestamptz not null,
  -- Nothing is detached, dropped or deleted before this.
  retention_resumes_at timestamptz
);

-- Partitions that are past their retention. Each is an ordinary table until it is dropped or attached again.
create table detached_partitions (
  partition_name text primary key,
  table_name text not null,
  day date not null,
  detached_at timestamptz not null
);

-- Creates and attaches the partition of one day. A partition that was detached is attached again as it is.
create function create_partition(table_name text, day date) returns void
language plpgsql
set lock_timeout = '200ms'
as $$
declare
  created_name constant text := table_name || '_' || to_char(day, 'YYYYMMDD');
begin
  if not exists (
    select from pg_class c
    where c.relname = table_name and c.relkind = 'p' and c.relnamespace = current_schema()::regnamespace
  ) then
    raise exception 'The table % is not partitioned.', table_name using errcode = 'undefined_table';
  end if;
  perform pg_advisory_xact_lock(hashtext('nani.partitions'), hashtext(created_name));
  if exists (
    select from pg_inherits i
    where i.inhparent = format('%I', table_name)::regclass and i.inhrelid = to_regclass(format('%I', created_name))
  ) then
    return;
  end if;
  if to_regclass(format('%I', created_name)) is null then
    -- Sealed values do not compress: kept in their row up to a page, they cost no second table.
    execute format('create table %I (like %I including all) with (toast_tuple_target = 8160)',
      created_name, table_name);
  end if;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
    table_name, created_name, day, day + 1);
  delete from detached_partitions d where d.partition_name = created_name;
end
$$;

-- The same for a role that may not change the schema, close to today by the clock of the database. Returns whether
-- the partition exists now.
create function create_missing_partition(table_name text, day date) returns boolean
language plpgsql
security definer
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  if day is null or day not between today - 2 and today + 8 then
    return false;
  end if;
  perform create_partition(table_name, day);
  return true;
end
$$;

revoke all on function create_partition(text, date) from public;
revoke all on function create_missing_partition(text, date) from public;

-- A caller must not put objects of its own in front of those that a function of the owner uses.
do $$
begin
  execute format('alter function create_partition(text, date) set search_path = %I, pg_temp', current_schema());
  execute format('alter function create_missing_partition(text, date) set search_path = %I, pg_temp', current_schema());
end
$$;
