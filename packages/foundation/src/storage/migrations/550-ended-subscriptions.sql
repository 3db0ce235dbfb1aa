-- expand-only
-- Subscriptions that ended in home, until the applications of their organization in a cell have lost the scope.
create table ended_subscriptions (
  organization_id text not null,
  scope text not null,
  ended_at timestamptz not null,
  primary key (organization_id, scope)
);
