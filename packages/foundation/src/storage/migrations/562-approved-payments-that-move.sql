-- expand-only
-- An approved payment leaves a database with its organization, when all rows of it are in another one. Nothing else deletes it, and
-- nothing changes it.
create or replace function refuse_change_of_approved_payment() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' and coalesce(current_setting('nani.moves', true), '') = old.organization_id then
    return old;
  end if;
  raise exception 'The payment % is approved and does not change any more.', old.payment_id
    using errcode = 'check_violation', constraint = 'approved_payment_kept';
end
$$;
