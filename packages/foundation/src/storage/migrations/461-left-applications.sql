-- expand-only
-- The applications that moved to another database. Their audit entries stay in this one, and so does what the transparency log has to
-- know of them.
create table left_applications (
  application_id text primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  created_at timestamptz not null
);
