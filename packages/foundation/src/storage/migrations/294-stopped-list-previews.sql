-- expand-only
-- The person who stopped a preview. Its status is `failed`, which earlier releases know too.
alter table list_previews add column stopped_by text;
