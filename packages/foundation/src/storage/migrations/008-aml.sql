-- Screening: subjects under ongoing monitoring, and who is named in the fraud cases that every screening sees.

-- What was read again: a result, or a job or batch with its results. Result_id stays what was made.
alter table audit_entries add column read_id text;

create table monitors (
  application_id text not null,
  monitor_id text not null,
  -- Its place in an index of subjects; it is told to nobody.
  monitor_number bigint not null generated always as identity,
  environment text not null check (environment in ('sandbox', 'production')),
  -- The screening that began it: alerts name it.
  screening_id text not null,
  -- HMAC of the svc_id or rccm: finds the monitors of an identity that changed, without naming it. Null of a
  -- subject known by name alone, and of one that nobody was found for.
  identity bytea,
  -- Who is monitored: what was asked, and what was known of the subject when it was last screened.
  sealed_subject bytea not null,
  -- What was found then. Alerts tell of changes against it.
  sealed_standing bytea not null,
  -- Counts the screenings: two that run at once cannot both alert.
  revision integer not null default 1,
  created_at timestamptz not null,
  screened_at timestamptz not null,
  stopped_at timestamptz,
  primary key (application_id, monitor_id)
);
create index monitors_by_number on monitors (monitor_number) where stopped_at is null;
create index monitors_by_identity on monitors (identity) where stopped_at is null and identity is not null;

-- Parties of confirmed and escalated cases (spec 2 § Network rules), of all reporters together.
create table fraud_network_parties (
  view text not null check (view in ('sandbox', 'production')),
  case_number text not null,
  party integer not null,
  role text not null check (role in ('suspect', 'victim')),
  case_type text not null,
  case_status text not null check (case_status in ('confirmed', 'escalated_to_authorities')),
  confirmed_on date not null,
  svc_id text,
  rccm text,
  full_name text,
  date_of_birth date,
  nationality text,
  primary key (view, case_number, party)
);
create index fraud_network_by_svc_id on fraud_network_parties (svc_id) where svc_id is not null;
create index fraud_network_by_rccm on fraud_network_parties (rccm) where rccm is not null;
create index fraud_network_by_birth on fraud_network_parties (date_of_birth, nationality)
  where role = 'suspect' and full_name is not null;
