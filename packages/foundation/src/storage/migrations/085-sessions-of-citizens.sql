-- expand-only
-- All sessions of a citizen end when the register deletes the account.
create index citizen_sessions_by_citizen on citizen_sessions (citizen);
