-- expand-only
-- Federated sign-in: redirect addresses, signing keys, requests of citizens' browsers, and codes with their tokens.

alter table applications add column redirect_uris text[] not null default '{}';

-- One current key for each environment. An earlier key stays public until it ends.
create table sign_in_keys (
  environment text not null check (environment in ('sandbox', 'production')),
  kid text not null,
  -- The private key, sealed.
  sealed_key bytea not null,
  -- Modulus and exponent, as the key set publishes them.
  modulus text not null,
  exponent text not null,
  created_at timestamptz not null default now(),
  -- Null: the key that signs.
  ends_at timestamptz,
  primary key (environment, kid)
);
create unique index sign_in_keys_current on sign_in_keys (environment) where ends_at is null;

-- One sign-in, from the authorize request until its code is issued. All times are of the clock of the database.
create table sign_in_requests (
  application_id text not null,
  request_id text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  api_key text not null,
  redirect_uri text not null,
  state text,
  nonce text,
  -- As they were requested, in their order.
  scopes text[] not null,
  code_challenge text not null,
  -- SHA-256 of the cookie of the browser.
  browser_hash bytea not null,
  -- The number of two digits that the page shows.
  shown_number smallint not null check (shown_number between 10 and 99),
  -- What the citizen is shown of the browser, sealed: address and software.
  sealed_browser bytea not null,
  status text not null default 'started'
    check (status in ('started', 'waiting', 'approved', 'declined', 'issued')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  identified_at timestamptz,
  -- Pseudonym of the citizen; null also when the person is unknown.
  citizen bytea,
  -- The svc_id, sealed. It also exists for an unknown person, so that the rows look alike.
  sealed_citizen bytea,
  -- In the sandbox, a person without a device answers at this time.
  answers_at timestamptz,
  answer text check (answer in ('approved', 'declined')),
  answered_at timestamptz,
  primary key (application_id, request_id)
) with (fillfactor = 70);
create index sign_in_requests_by_age on sign_in_requests using brin (created_at);

create table sign_in_codes (
  application_id text not null,
  -- SHA-256 of the code.
  code_hash bytea not null,
  request_id text not null,
  api_key text not null,
  redirect_uri text not null,
  code_challenge text not null,
  nonce text,
  scopes text[] not null,
  sealed_citizen bytea not null,
  -- The credit consent of the sign-in, if one was given.
  consent_id text,
  consent_expires_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  -- SHA-256 of the access token.
  token_hash bytea,
  token_expires_at timestamptz,
  token_revoked_at timestamptz,
  primary key (application_id, code_hash)
) with (fillfactor = 70);
create index sign_in_codes_by_token on sign_in_codes (application_id, token_hash) where token_hash is not null;
create index sign_in_codes_by_age on sign_in_codes using brin (created_at);
