-- expand-only
-- The first of the numbers that a service reserved for the items of a batch, such as case numbers. Null: it reserved none.
alter table batches add column first_number bigint;
