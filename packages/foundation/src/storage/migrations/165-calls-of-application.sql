-- expand-only
-- The log of calls in the console: the newest calls of one application.
create index audit_entries_of_application on audit_entries (application_id, at, entry_id);
