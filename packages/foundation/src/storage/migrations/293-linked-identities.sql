-- expand-only
-- The national identity that a member linked. The subject is pairwise: it is of one application, and no identifier.
create table member_identities (
  account_id text primary key,
  application_id text not null,
  subject text not null,
  linked_at timestamptz not null,
  unique (application_id, subject)
);

-- A visit to the sign-in service that has begun. Only the SHA-256 of the secret of its browser is stored.
create table member_identity_visits (
  visit_hash bytea primary key,
  purpose text not null,
  -- Of a link: whose session began it. Null: a sign-in.
  account_id text,
  session_id text,
  application_id text not null,
  expires_at timestamptz not null
);
create index member_identity_visits_by_end on member_identity_visits (expires_at);

-- The application with which the console signs people in. One row at most.
create table console_sign_in (
  is_only boolean primary key default true check (is_only),
  application_id text not null,
  chosen_at timestamptz not null
);
