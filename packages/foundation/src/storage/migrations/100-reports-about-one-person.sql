-- expand-only
-- How often an application reported one person on a day. The person is a keyed pseudonym of what the reporter wrote.
create table fraud_report_counts (
  application_id text not null,
  day date not null,
  person bytea not null,
  reports smallint not null,
  primary key (application_id, day, person)
);
create index fraud_report_counts_by_day on fraud_report_counts (day);

-- The same pseudonyms of the subject: an open case of the same reporter, type and subject is a duplicate.
alter table fraud_cases add column subject_keys bytea[];
create index fraud_cases_by_subject on fraud_cases using gin (subject_keys)
  where status in ('received', 'under_review');
