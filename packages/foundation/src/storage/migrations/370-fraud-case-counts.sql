-- expand-only
-- How many cases there are of each kind, so that statistics read no case. A change adds rows, and changes none: changes never wait
-- for each other. A task adds the rows of a kind up.
create table fraud_case_counts (
  count_number bigint generated always as identity primary key,
  environment text not null,
  type text not null,
  status text not null,
  -- Of an open case: the day (UTC) on which it becomes late.
  due_day date,
  -- Of a decided case: the seconds from the report to the decision, to two significant digits.
  decided_after bigint,
  cases bigint not null
);

create function due_day_of_case(status text, due_at timestamptz) returns date language sql immutable as $$
  select case when status in ('received', 'under_review') then (due_at at time zone 'UTC')::date end
$$;

-- With two digits, the kinds stay few while the cases grow.
create function decided_after_of_case(status text, created_at timestamptz, changed_at timestamptz) returns bigint
  language sql immutable as $$
  select case when status not in ('received', 'under_review')
    then round(seconds, 1 - floor(log(greatest(seconds, 10)))::integer)::bigint end
  from (select greatest(0, round(extract(epoch from changed_at - created_at))) as seconds) as one
$$;

-- The login that serves calls has no right on the counts. It can only change cases.
create function count_added_cases() returns trigger language plpgsql security definer as $$
begin
  insert into fraud_case_counts (environment, type, status, due_day, decided_after, cases)
  select environment, type, status, due_day_of_case(status, due_at), decided_after_of_case(status, created_at, changed_at), count(*)
  from added group by 1, 2, 3, 4, 5;
  return null;
end
$$;

create function count_removed_cases() returns trigger language plpgsql security definer as $$
begin
  insert into fraud_case_counts (environment, type, status, due_day, decided_after, cases)
  select environment, type, status, due_day_of_case(status, due_at), decided_after_of_case(status, created_at, changed_at), -count(*)
  from removed group by 1, 2, 3, 4, 5;
  return null;
end
$$;

create function count_changed_cases() returns trigger language plpgsql security definer as $$
begin
  insert into fraud_case_counts (environment, type, status, due_day, decided_after, cases)
  select environment, type, status, due_day_of_case(status, due_at), decided_after_of_case(status, created_at, changed_at), sum(difference)
  from (
    select environment, type, status, due_at, created_at, changed_at, 1 as difference from added
    union all
    select environment, type, status, due_at, created_at, changed_at, -1 from removed
  ) as both_states
  group by 1, 2, 3, 4, 5 having sum(difference) <> 0;
  return null;
end
$$;

revoke all on function count_added_cases() from public;
revoke all on function count_removed_cases() from public;
revoke all on function count_changed_cases() from public;

-- A caller must not put objects of its own in front of those that a function of the owner uses.
do $$
declare
  name text;
begin
  foreach name in array array['count_added_cases', 'count_removed_cases', 'count_changed_cases'] loop
    execute format('alter function %I() set search_path = %I, pg_temp', name, current_schema());
  end loop;
end
$$;

-- The first trigger stops writers until the cases of before are counted.
create trigger cases_added after insert on fraud_cases referencing new table as added
  for each statement execute function count_added_cases();
create trigger cases_removed after delete on fraud_cases referencing old table as removed
  for each statement execute function count_removed_cases();
create trigger cases_changed after update on fraud_cases referencing new table as added old table as removed
  for each statement execute function count_changed_cases();

insert into fraud_case_counts (environment, type, status, due_day, decided_after, cases)
select environment, type, status, due_day_of_case(status, due_at), decided_after_of_case(status, created_at, changed_at), count(*)
from fraud_cases group by 1, 2, 3, 4, 5;
