-- expand-only
-- The invoices of an organization by their number, and the overdue ones of all organizations, for one page at a time.
create index billing_invoices_of_organization_by_number on billing_invoices (organization_id, number);
create index billing_invoices_overdue on billing_invoices (due_at, number) where status = 'overdue';
