-- expand-only
-- A fraud report is a living resource: the case as it is. Personal data, description and evidence are sealed under a key
-- of the case. When the key is erased, nothing of them opens any more, in backups either.
create table fraud_cases (
  application_id text not null,
  case_id text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  case_number text not null,
  type text not null,
  status text not null default 'received'
    check (status in ('received', 'under_review', 'confirmed', 'dismissed', 'escalated_to_authorities')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- The legacy alias sends a second event for each change.
  through_alias boolean not null,
  -- What the report returns of its parties: kind, role and country.
  parties json not null,
  has_identified_party boolean not null,
  evidence_count smallint not null,
  channel text,
  province text,
  amount numeric,
  currency text,
  -- Null once the retention of the closed case has ended.
  sealed_report bytea,
  assignee text,
  priority smallint not null default 0,
  -- The case is late from this moment on.
  due_at timestamptz not null,
  -- A decision that waits for a second person.
  proposed_status text check (proposed_status in ('confirmed', 'dismissed', 'escalated_to_authorities')),
  proposed_by text,
  proposed_account text,
  -- The case that this one repeats. Investigators alone see it.
  duplicate_of text,
  -- Counts the changes: of two acts on the same state one wins.
  revision integer not null default 1,
  primary key (application_id, case_id)
);
create index fraud_cases_by_number on fraud_cases (environment, case_number);
create index fraud_cases_open on fraud_cases (environment, due_at) where status in ('received', 'under_review');
create index fraud_cases_closed on fraud_cases (changed_at) where sealed_report is not null
  and status in ('confirmed', 'dismissed', 'escalated_to_authorities');

-- The keys are in a table of their own: operators keep only the newest copy of it, so that an erased key is in no backup.
create table fraud_case_keys (
  application_id text not null,
  case_id text not null,
  sealed_key bytea not null,
  primary key (application_id, case_id)
);

-- Files are written before their case. Without its key, which is stored with the case, nothing of them opens.
create table fraud_evidence (
  application_id text not null,
  case_id text not null,
  position smallint not null,
  type text not null,
  format text not null,
  file_bytes integer not null,
  sealed_description bytea not null,
  sealed_file bytea not null,
  -- The name of the malware that a scanner found. Such a file is never served.
  malware text,
  written_at timestamptz not null default now(),
  primary key (application_id, case_id, position)
);

-- What happened to a case, in order: acts, notes, contacts with the reporter, views of sealed data.
create table fraud_case_entries (
  application_id text not null,
  case_id text not null,
  position integer not null,
  at timestamptz not null,
  act text not null,
  actor text not null,
  account text,
  status text,
  previous_status text,
  sealed_text bytea,
  primary key (application_id, case_id, position),
  foreign key (application_id, case_id) references fraud_cases
);

-- Keyed pseudonyms of what identifies a party. Cases that share one are linked.
create table fraud_party_keys (
  application_id text not null,
  case_id text not null,
  party smallint not null,
  kind text not null check (kind in ('identifier', 'phone', 'company', 'birth')),
  pseudonym bytea not null,
  primary key (application_id, case_id, party, kind, pseudonym),
  foreign key (application_id, case_id) references fraud_cases
);
create index fraud_party_keys_by_pseudonym on fraud_party_keys (kind, pseudonym);

-- Case numbers are given out in blocks: processes do not wait for each other.
create table fraud_case_numbers (
  environment text not null check (environment in ('sandbox', 'production')),
  year smallint not null,
  next_number bigint not null,
  primary key (environment, year)
);
