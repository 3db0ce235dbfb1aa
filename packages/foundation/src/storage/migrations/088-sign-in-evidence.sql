-- expand-only
-- What an id_token says of the approval, the certificate of an access token, and requests that no one identified.

-- With what the citizen approved (RFC 8176): a key in hardware, a key in software, or the sandbox by itself.
alter table sign_in_requests add column approved_with text check (approved_with in ('hwk', 'swk', 'test'));
alter table sign_in_codes
  add column approved_at timestamptz,
  add column approved_with text check (approved_with in ('hwk', 'swk', 'test')),
  -- SHA-256 of the client certificate that redeemed the code. Null where no certificate is required.
  add column token_certificate bytea;

-- A request in which no one was identified is kept for minutes only.
create index sign_in_requests_unidentified on sign_in_requests (created_at) where identified_at is null;
