-- expand-only
-- Two people find that a report is false. It counts against the application that reported.
alter table fraud_cases
  add column false_report boolean not null default false,
  -- The first of the two people.
  add column false_report_by text,
  add column false_report_account text;

-- Services that are taken from an application. An approval does not give them back: two people restore them.
alter table applications add column suspended_services text[] not null default '{}';

-- A restoration that waits for a second person.
create table service_restorations (
  application_id text not null,
  service text not null,
  proposed_by text not null,
  proposed_account text,
  proposed_at timestamptz not null,
  primary key (application_id, service)
);
