-- expand-only
-- Whether the cell also has the money of the organization: its wallet, ledger, invoices and payments. An earlier release places
-- organizations without it, and their money is in home.
alter table placed_organizations add column with_money boolean not null default false;

-- The money of an organization is in one database. A process that does not know of a move yet, or one of an earlier release, makes no
-- second wallet in home. The error is that of a lock that is not free: the act may be repeated. In a cell the list is empty, and the login
-- that serves calls cannot read it.
create function refuse_money_in_home() returns trigger language plpgsql security definer as $$
begin
  if coalesce(current_setting('nani.moves', true), '') <> new.organization_id
    and exists (select from placed_organizations where organization_id = new.organization_id and with_money) then
    raise exception 'the money of the organization is in its cell' using errcode = 'lock_not_available';
  end if;
  return new;
end
$$;

revoke all on function refuse_money_in_home() from public;

-- A caller must not put objects of its own in front of those that the function uses.
do $$
begin
  execute format('alter function refuse_money_in_home() set search_path = %I, pg_temp', current_schema());
end
$$;

create trigger money_in_one_database before insert or update on billing_wallets
  for each row execute function refuse_money_in_home();
