-- expand-only
-- The keys that sign checkpoints of the transparency log. After a rotation the earlier key signs with the later one for a while. The
-- public keys stay, so that earlier proofs can be verified.
create table audit_log_keys (
  environment text not null check (environment in ('sandbox', 'production')),
  number integer not null check (number > 0),
  -- As C2SP signed-note writes it: the name of the log, the id, and the public key.
  verifier_key text not null,
  -- The private key, sealed.
  sealed_key bytea not null,
  starts_at timestamptz not null default now(),
  -- Until then it signs. Null: there is no later key.
  signs_until timestamptz,
  primary key (environment, number)
);
