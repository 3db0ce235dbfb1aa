-- expand-only
-- The previous release joins organizations with invoices and names `status`, so that this column has another name.
-- Organizations that register themselves, and their members. The organization of earlier releases is verified.
alter table organizations add column rccm text;
alter table organizations add column account_status text not null default 'verified'
  check (account_status in ('pending', 'verified', 'refused', 'suspended', 'closed'));
alter table organizations add column status_reason text;
alter table organizations add column status_changed_at timestamptz;
-- The business of the register with this number, as it was compared; null: not compared.
alter table organizations add column comparison jsonb;
alter table organizations add column suspension_proposed_by text;
alter table organizations add column suspension_proposed_account text;
alter table organizations add column suspension_proposed_at timestamptz;
alter table organizations add column suspension_reason text;
alter table organizations add column version integer not null default 1;
alter table organizations add column subscriptions_version integer not null default 1;
create unique index organizations_by_rccm on organizations (rccm) where account_status in ('verified', 'suspended');

create table organization_members (
  organization_id text not null,
  person_id text not null,
  roles text[] not null,
  joined_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, person_id)
);
create index organization_members_by_person on organization_members (person_id, organization_id);

create table organization_invitations (
  invitation_id text primary key,
  organization_id text not null,
  email text not null,
  roles text[] not null,
  token_hash bytea not null unique,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'revoked')),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz
);
create index organization_invitations_by_organization on organization_invitations (organization_id, invitation_id);
create unique index organization_invitations_open on organization_invitations (organization_id, email)
  where status = 'pending';

create table organization_subscriptions (
  organization_id text not null,
  scope text not null,
  subscribed_at timestamptz not null,
  primary key (organization_id, scope)
);

alter table applications add column counterpart_id text;
alter table applications add column production_status text
  check (production_status in ('submitted', 'in_review', 'changes_requested', 'approved', 'rejected'));
alter table applications add column version integer not null default 1;
-- The name and the picture that an operator has not accepted yet.
alter table applications add column proposed_name text;
alter table applications add column proposed_logo bytea;
alter table applications add column proposed_logo_hash text;
create index applications_by_organization on applications (organization_id, application_id);
update applications set production_status = 'approved'
  where environment = 'production' and cardinality(approved_services) > 0;
