-- expand-only
-- Production reviews of applications. Texts and files of a dossier are sealed.
create table production_reviews (
  application_id text not null references applications,
  review_id text not null,
  organization_id text not null,
  -- Null: a draft, which no reviewer sees.
  status text check (status in ('submitted', 'in_review', 'changes_requested', 'approved', 'rejected')),
  enhanced boolean not null,
  origin text not null check (origin in ('console', 'command_line')),
  services text[] not null,
  scopes text[] not null,
  purposes text[] not null,
  name text not null,
  sealed_answers bytea,
  reason text,
  proposed_services text[],
  proposed_by text,
  proposed_account text,
  decided_by text,
  created_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  version integer not null default 1,
  primary key (application_id, review_id)
);
create unique index production_reviews_open on production_reviews (application_id)
  where status is null or status in ('submitted', 'in_review', 'changes_requested');
create index production_reviews_by_id on production_reviews (review_id);

create table production_review_files (
  application_id text not null references applications,
  review_id text not null,
  file_id text not null,
  kind text not null,
  name text not null,
  content_type text not null,
  bytes integer not null,
  sealed_content bytea not null,
  created_at timestamptz not null,
  primary key (application_id, review_id, file_id)
);

create table production_review_messages (
  application_id text not null references applications,
  review_id text not null,
  message_id text not null,
  side text not null check (side in ('organization', 'reviewer')),
  author text not null,
  sealed_text bytea not null,
  created_at timestamptz not null,
  primary key (application_id, review_id, message_id)
);
