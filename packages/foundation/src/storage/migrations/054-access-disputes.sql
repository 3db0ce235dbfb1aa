-- expand-only
-- Disputes of citizens about entries of their access log, with the answers. A citizen is a keyed pseudonym, and all texts
-- are sealed.
create table access_disputes (
  application_id text not null,
  dispute_id text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  citizen bytea not null,
  -- The disputed audit entry, and what the log shows of it. The dispute outlives the entry.
  entry_id text not null,
  entry_day date not null,
  entry_at timestamptz not null,
  service text not null,
  purpose text,
  scopes text[] not null,
  sealed_text bytea not null,
  status text not null default 'open' check (status in ('open', 'answered')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (application_id, dispute_id)
);
-- An entry is disputed once.
create unique index access_disputes_of_entry on access_disputes (application_id, entry_id, entry_day);
create index access_disputes_by_id on access_disputes (dispute_id);
create index access_disputes_by_citizen on access_disputes (citizen, created_at);
create index access_disputes_by_time on access_disputes (created_at);
create index access_disputes_by_change on access_disputes (changed_at);

create table access_dispute_answers (
  application_id text not null,
  dispute_id text not null,
  number smallint not null check (number between 1 and 20),
  -- On whose behalf: the organization that read the data, or the installation.
  answered_for text not null check (answered_for in ('organization', 'installation')),
  answered_by text not null,
  answered_at timestamptz not null,
  sealed_text bytea not null,
  primary key (application_id, dispute_id, number)
);
