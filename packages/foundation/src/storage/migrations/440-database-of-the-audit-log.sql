-- expand-only
-- The database in which the last step of the sequencer was made. A copy that another tool made is another database: the numbers of
-- transactions in it are those of the first one.
alter table audit_sequencing add column read_in text;

-- The server and the database on it. A server may hide its own identity. The number of the database remains.
create function database_identity() returns text
  language plpgsql stable as $$
declare
  database constant text := (select oid::text from pg_database where datname = current_database());
begin
  return (select system_identifier::text from pg_control_system()) || '/' || database;
exception when insufficient_privilege then
  return '/' || database;
end
$$;
