-- expand-only
-- Home has the fraud network, and a cell may have the case. Its sealed key is then next to the sealed facts, and leaves with them.
-- Null: the key is in the same database.
alter table fraud_network_parties add column sealed_key bytea;
