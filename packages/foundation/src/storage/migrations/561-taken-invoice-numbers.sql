-- expand-only
-- Numbers of invoices that home gave to organizations in cells. A row is there until home has seen an invoice with the number. So a
-- transaction that was rolled back in a cell leaves no gap.
create table billing_taken_numbers (
  year smallint not null,
  number bigint not null,
  -- Null: no invoice has it. The next invoice of the year gets it.
  organization_id text,
  taken_at timestamptz not null,
  primary key (year, number)
);
create index billing_taken_numbers_by_organization on billing_taken_numbers (organization_id);
