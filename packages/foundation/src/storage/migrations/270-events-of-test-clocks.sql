-- expand-only
-- How far the test clock of the application was ahead when the event happened. Null: it was not.
alter table events add column if not exists clock_ahead_ms bigint;
