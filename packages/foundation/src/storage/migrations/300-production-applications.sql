-- expand-only
-- Money is of the applications of production. An organization may have many applications of the sandbox.
create index applications_of_production on applications (organization_id, application_id)
  where environment = 'production';
