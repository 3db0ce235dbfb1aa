-- expand-only
-- What the console shows of a call: how long it took, and the check that refused it. Null: an earlier release wrote the entry.
alter table audit_entries add column duration_ms integer, add column refused_check text;
