-- expand-only
-- A cell from which organizations are moved away. No organization gets a place in it any more.
alter table cells add column drained_at timestamptz;

-- In the database that an organization leaves: while its writes are refused, and that it has left.
create table move_fences (
  organization_id text primary key,
  application_ids text[] not null,
  -- The cell to which it moves, or `home`.
  target text not null,
  begun_at timestamptz not null,
  refuses_until timestamptz not null default '-infinity',
  -- The command that put the fence up last. An earlier one may not change it any more.
  command uuid not null,
  moved_at timestamptz,
  -- The rows that the other database must have, by table and day, since this one refuses writes for good.
  summary json,
  -- Home names the other database, and processes know it.
  completed_at timestamptz
);

-- `arriving`: copies of rows in the database to which an organization moves, which nothing reads before the move. `left`: rows that
-- the database had before a move, kept for a day. `arrived`: the command whose copies are in the tables of the product since.
create table moved_rows (
  organization_id text not null,
  state text not null check (state in ('arriving', 'left', 'arrived')),
  table_name text not null,
  -- The day of a partition, or empty.
  part text not null,
  -- `json` keeps the text of a column as it is.
  content json not null,
  written_at timestamptz not null
);
create index moved_rows_by_part on moved_rows (organization_id, state, table_name, part);

-- The triggers with this function exist for the rows of an organization that moves, and for a day after that. The error is that of a
-- lock that is not free: a call gets 503, and may be repeated. The lock on the fence makes the end of the move wait for the
-- transactions that it let through.
create function refuse_moving() returns trigger language plpgsql security definer as $$
declare
  fence move_fences;
begin
  if coalesce(current_setting('nani.moves', true), '') <> tg_argv[0] then
    select * into fence from move_fences where organization_id = tg_argv[0] for share;
    if found and (fence.moved_at is not null or fence.refuses_until > clock_timestamp()) then
      raise exception 'the organization moves to another database' using errcode = 'lock_not_available';
    end if;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;

revoke all on function refuse_moving() from public;

-- A caller must not put objects of its own in front of those that a function of the owner uses.
do $$
begin
  execute format('alter function refuse_moving() set search_path = %I, pg_temp', current_schema());
end
$$;
