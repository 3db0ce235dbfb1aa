-- expand-only
-- The proof that a process with the root key of the installation wrote the row. The login of the register alone cannot make one.
alter table register_outbox add column mac bytea;
