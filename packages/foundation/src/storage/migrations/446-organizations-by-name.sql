-- expand-only
-- All organizations by their name, for one page at a time.
create index organizations_by_name on organizations (name, organization_id);
