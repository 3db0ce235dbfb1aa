-- expand-only
-- The logo of an application, drawn again from the file of an operator. Its address contains the hash of its bytes.
alter table applications
  add column logo bytea check (octet_length(logo) <= 8192),
  add column logo_hash text check (logo_hash ~ '^[0-9a-f]{64}$');
