-- expand-only
-- Who acted for which organization, and through which surface. Earlier rows have neither.
alter table acts add column organization_id text;
alter table acts add column origin text;
create index acts_by_actor on acts (actor, act_number);
create index acts_by_organization on acts (organization_id, act_number) where organization_id is not null;
