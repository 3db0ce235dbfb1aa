-- expand-only
-- The login that serves calls adds keys of applications in a cell. It must not lead the calls or the commands of another application there:
-- not those of home, and not those in another cell. Operators write as the owner of the schema, when an organization moves.
create function guard_placed_keys() returns trigger language plpgsql as $$
begin
  if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'MEMBER')
    -- A key that is known already is not added again.
    or exists (select from placed_keys where api_key = new.api_key) then
    return new;
  end if;
  if not exists (select from placed_organizations where cell = new.cell)
    or exists (select from api_keys where api_key = new.api_key)
    or exists (select from placed_keys where application_id = new.application_id and cell <> new.cell)
    or exists (select from applications a where a.application_id = new.application_id and not exists (
      select from placed_organizations p where p.organization_id = a.organization_id and p.cell = new.cell)) then
    raise exception 'the key is not one of an application in the cell %', new.cell using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

revoke all on function guard_placed_keys() from public;

-- A caller must not put objects of its own in front of those that the function uses.
do $$
begin
  execute format('alter function guard_placed_keys() set search_path = %I, pg_temp', current_schema());
end
$$;

create trigger placed_keys_guarded before insert on placed_keys for each row execute function guard_placed_keys();
