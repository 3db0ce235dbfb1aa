-- expand-only
-- After the column, in a transaction of its own: the index has none of the acts of before, so that writers wait only for a scan.
create index acts_of_transaction on acts (written_in) where written_in is not null;
