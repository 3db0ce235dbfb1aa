-- expand-only
-- The challenge that a session was opened with. Two sessions cannot have the same one, so that a challenge counts once.
alter table citizen_sessions add column challenge_hash bytea;
create unique index citizen_sessions_challenge on citizen_sessions (challenge_hash) where challenge_hash is not null;
-- All sessions of a citizen end when the register deletes the account.
create index citizen_sessions_by_citizen on citizen_sessions (citizen);
