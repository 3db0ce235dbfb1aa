-- expand-only
-- The queue counts the proposals of 24 hours, and does not look into the entries of each case that was ever proposed.
create index fraud_case_entries_proposed on fraud_case_entries (at) where act = 'propose';
