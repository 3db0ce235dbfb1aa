-- expand-only
-- Acts of people and of the system on the installation: one row for each, written with the change that it describes.
create table acts (
  act_number bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('application', 'citizen', 'member', 'operator', 'system')),
  actor text not null,
  -- The name of the use case, such as applications.update.
  action text not null,
  -- The id of the changed object: an application, a list, a file of an import.
  subject text not null,
  -- The values before and after the act, without secrets and personal data.
  before jsonb,
  after jsonb
);
create index acts_by_subject on acts (subject, act_number);
create index acts_by_time on acts (at);
