-- expand-only
-- The devices with which citizens approve: enrolments, devices with their keys, sessions and settings. A citizen is a
-- keyed pseudonym. All times are of the clock of the database.

-- An enrolment, from the identifier to the key of the device. It looks alike when no one has the identifier.
create table device_enrolments (
  -- SHA-256 of the id that the app holds.
  enrolment_hash bytea primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  -- For an identifier of no one, a keyed hash of what was typed.
  citizen bytea not null,
  sealed_citizen bytea not null,
  -- Keyed hash of the caller's network.
  source bytea not null,
  language text not null,
  -- A keyed hash of the code under its id. A later enrolment may accept a code that was sent before.
  code_id text not null,
  code_hash bytea not null,
  -- Whether this enrolment sent a message with its code.
  sent boolean not null,
  attempts_left smallint not null,
  captures_left smallint not null,
  state text not null default 'code' check (state in ('code', 'face', 'key', 'done', 'ended', 'failed')),
  challenge bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index device_enrolments_by_citizen on device_enrolments (citizen, created_at);
create index device_enrolments_by_source on device_enrolments (source, created_at);
create index device_enrolments_by_age on device_enrolments using brin (created_at);

create table citizen_devices (
  citizen bytea not null,
  device_id text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  -- The svc_id, and the name that the citizen gave the device.
  sealed_citizen bytea not null,
  sealed_name bytea not null,
  kind text not null check (kind in ('webcrypto', 'webauthn')),
  -- SPKI of a key of WebCrypto, COSE of a key of WebAuthn.
  public_key bytea not null,
  credential_id text,
  sign_count bigint not null default 0,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- Until when this device has shown the notices about other devices.
  notices_seen_at timestamptz not null default now(),
  -- SHA-256 of the secret in the message with which the phone revokes the device.
  revocation_hash bytea not null,
  revoked_at timestamptz,
  -- What the device signs to open a session.
  challenge bytea,
  challenge_ends_at timestamptz,
  primary key (citizen, device_id)
);
create index citizen_devices_by_id on citizen_devices (device_id);
create index citizen_devices_by_revocation on citizen_devices (revocation_hash);

create table citizen_sessions (
  -- SHA-256 of the cookie.
  session_hash bytea primary key,
  citizen bytea not null,
  device_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index citizen_sessions_by_end on citizen_sessions (expires_at);

create table citizen_settings (
  citizen bytea primary key,
  notify_accesses boolean not null
);
