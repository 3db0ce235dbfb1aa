-- expand-only
-- The keys that sign receipts. A receipt is signed with the key that was in force when its result was made, so that a new
-- key does not change a receipt that exists. An earlier key stays public for ten years.
create table receipt_keys (
  environment text not null check (environment in ('sandbox', 'production')),
  kid text not null,
  -- The private key, sealed.
  sealed_key bytea not null,
  -- The public key of Ed25519, as the key set publishes it.
  public_key text not null,
  starts_at timestamptz not null default clock_timestamp(),
  -- Null: no later key exists.
  ends_at timestamptz,
  primary key (environment, kid)
);
create unique index receipt_keys_latest on receipt_keys (environment) where ends_at is null;
