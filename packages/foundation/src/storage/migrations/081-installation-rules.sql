-- expand-only
-- Rules of an installation that a start of the server sets and that commands read. A rule without a row has its strict value.
create table installation_rules (
  rule text primary key,
  value boolean not null,
  set_at timestamptz not null
);

-- Only the owner of the table writes it. An earlier release, which does not know the table, would grant rights on it.
create function protect_rule() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'member') then
    raise exception 'permission denied for the rules of the installation' using errcode = '42501';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create trigger protect_rule before insert or update or delete on installation_rules
  for each row execute function protect_rule();
