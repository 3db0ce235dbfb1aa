-- expand-only
-- The access log of a citizen has entries of applications that moved to another database, and names them and their organization. Rows of
-- an earlier release have neither.
alter table left_applications add column organization_id text, add column name text;
