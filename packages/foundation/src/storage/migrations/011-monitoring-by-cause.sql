-- Whom a change concerns is found by what changed: people and companies of the register, parties of fraud cases.

-- The revision in which a row last changed (register_revision counts it up at the end of the same transaction).
alter table citizens add column changed_in bigint not null default 0;
create index citizens_by_change on citizens (changed_in);
alter table businesses add column changed_in bigint not null default 0;
create index businesses_by_change on businesses (changed_in);

-- HMAC of the date of birth and the nationality: with the name they are what a fraud case may know a person by.
-- Beside it `identity` is now also of an identifier that nobody was found for: it may be somebody's later.
alter table monitors add column birth bytea;
create index monitors_by_birth on monitors (birth) where stopped_at is null and birth is not null;

-- An answer can tell several results: a page of a batch or of events, an answer that is replayed.
alter table audit_entries rename column read_id to read_ids;
alter table audit_entries alter column read_ids type text[]
  using case when read_ids is null then null else array[read_ids] end;
