-- expand-only
-- The scopes and purposes that an organization selected; null: those in force, which the command line set.
alter table applications add column selected_scopes text[];
alter table applications add column selected_purposes text[];
-- The scopes and purposes that an approval of production names.
alter table applications add column approved_scopes text[] not null default '{}';
alter table applications add column approved_purposes text[] not null default '{}';
update applications set approved_scopes = scopes, approved_purposes = purposes where environment = 'production';
alter table webhook_endpoints add column version integer not null default 1;
insert into organization_subscriptions (organization_id, scope, subscribed_at)
  select distinct organization_id, unnest(scopes), now() from applications on conflict do nothing;
