-- expand-only
-- What an approved payment exceeded its invoices by. Null: it is not approved, or an earlier release approved it.
alter table billing_payments add column unapplied bigint;

-- An approved payment is evidence of money. No release changes or deletes it.
create function refuse_change_of_approved_payment() returns trigger
language plpgsql
as $$
begin
  raise exception 'The payment % is approved and does not change any more.', old.payment_id
    using errcode = 'check_violation', constraint = 'approved_payment_kept';
end
$$;
create trigger approved_payment_kept before update or delete on billing_payments
  for each row when (old.status = 'approved') execute function refuse_change_of_approved_payment();
