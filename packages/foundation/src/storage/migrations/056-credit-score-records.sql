-- expand-only
-- What each credit score follows from: the version of the model, the bins, the findings. A score is calculated again from
-- it for years after its result was deleted. The citizen is a keyed pseudonym, and everything about the score is sealed.
create table credit_score_records (
  application_id text not null,
  -- The last day of the month (UTC) of the score. A partition holds a month, because these rows are kept for years.
  day date not null,
  score_id text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  citizen bytea not null,
  scored_at timestamptz not null,
  sealed_basis bytea not null,
  primary key (application_id, score_id, day)
) partition by range (day);
-- An operator explains a score by its id alone.
create index credit_score_records_by_id on credit_score_records (score_id);

-- Also creates the partition of the last day of a month, for the table with one partition for each month.
create or replace function create_missing_partition(table_name text, day date) returns boolean
language plpgsql
security definer
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  month_ends constant date[] := array(
    select (date_trunc('month', near) + interval '1 month - 1 day')::date
    from unnest(array[today - 2, today + 8]) as near);
begin
  if day is null or not (day between today - 2 and today + 8 
    or (table_name = 'credit_score_records' and day = any (month_ends))) then
    return false;
  end if;
  perform create_partition(table_name, day);
  return true;
end
$$;

-- `create or replace` keeps the rights and the owner, and removes the setting of the search path.
do $$
begin
  execute format('alter function create_missing_partition(text, date) set search_path = %I, pg_temp', current_schema());
end
$$;
