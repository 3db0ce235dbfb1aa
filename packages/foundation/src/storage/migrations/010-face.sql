-- Enrolled faces, and why somebody's face was compared.

-- A photograph as numbers, for each recogniser that it was enrolled with: while another is put in place, both are there.
create table face_templates (
  svc_id text not null,
  -- The photograph, a file of the register.
  file_id uuid not null,
  model_id text not null,
  -- What the search knows it by.
  template_number bigint generated always as identity,
  -- Counts up with everything that was enrolled or revoked, in the order of the commits.
  change bigint not null,
  -- The numbers; null once it is revoked.
  sealed_template bytea,
  enrolled_at timestamptz not null,
  primary key (svc_id, file_id, model_id)
);
create index face_templates_by_change on face_templates (change);
create index face_templates_by_number on face_templates (template_number);
-- What is sealed does not compress.
alter table face_templates alter column sealed_template set storage external;

-- The last change. One row, which whoever writes templates holds until its commit.
create table face_changes (
  only_row boolean primary key default true check (only_row),
  change bigint not null
) with (fillfactor = 50);
insert into face_changes (change) values (0);

-- The reason of each comparison, exactly as it was given, with who gave it and what came of it; also of those that were
-- refused for their image. Kept as long as the audit entry that it belongs to.
create table face_reasons (
  application_id text not null,
  day date not null,
  -- The result, or what its id would have been.
  entry_id text not null,
  at timestamptz not null,
  api_key text not null,
  request_id text not null,
  client_address text not null,
  mode text not null check (mode in ('verification', 'identification')),
  -- match, no_match, or the code of the refusal.
  outcome text not null,
  sealed_reason bytea not null,
  -- HMAC of the reason, and of the reason without its numbers and spaces: what repeats is counted without being read.
  text_mark bytea not null,
  pattern_mark bytea not null,
  primary key (application_id, entry_id, day)
) partition by range (day);

alter table applications add column may_omit_liveness boolean not null default false;
