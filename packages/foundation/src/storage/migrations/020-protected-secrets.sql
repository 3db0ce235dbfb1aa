-- expand-only
-- Of the secrets of an installation, whoever does not own the table may change those that a process renews, and none of
-- the others: without the root key nothing opens any more.
create function protect_secret() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'member') then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' or new.name <> old.name or (new.sealed <> old.sealed and old.name not in
      ('server_certificate', 'demo_application_sandbox', 'demo_application_production')) then
    raise exception 'permission denied for the secret %', old.name using errcode = '42501';
  end if;
  return new;
end $$;

create trigger protect_secret before update or delete on installation_secrets
  for each row execute function protect_secret();
