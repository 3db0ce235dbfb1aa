-- expand-only
-- The reasons of a correction of a citizen can name people. They are sealed, and `reason` is empty.
alter table proposals add column sealed_reason bytea;
alter table proposals add column sealed_decided_reason bytea;
