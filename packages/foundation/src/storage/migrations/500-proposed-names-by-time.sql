-- expand-only
-- When the new name or logo was proposed, since which it waits for an operator. Null: an earlier release wrote it.
alter table applications add column proposed_at timestamptz;
create index applications_with_new_name_by_time on applications (coalesce(proposed_at, created_at))
  where proposed_name is not null or proposed_logo_hash is not null;
