-- expand-only
-- An event holds `data` as it was at its commit, in sealed_data. A result never changes: the event refers to it, so that
-- it is stored once. Events of earlier releases have no sealed_data and are read from their job or batch.
alter table events add column result_id text;
