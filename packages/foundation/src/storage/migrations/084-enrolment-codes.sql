-- expand-only
-- Codes of enrolments: their own life, what was tried of them, and the wider networks of the caller.
alter table device_enrolments
  -- Keyed hashes of the /56 of an IPv6 address, and of the /48 or the IPv4 /24. Null of earlier rows.
  add column wider_source bytea,
  add column widest_source bytea,
  -- Keyed hash of the identifier that was typed, and whether by its enrolments alone a message was due. Answers depend on
  -- these, so that they do not show which identifiers belong to one person.
  add column asked bytea,
  add column asked_sent boolean not null default false,
  -- The end of the code. It is earlier than the end of the enrolment.
  add column code_ends_at timestamptz,
  -- Wrong codes that were tried in this enrolment.
  add column wrong_codes smallint not null default 0,
  -- If this enrolment caused a message: wrong codes that were tried of its code, in all enrolments.
  add column wrong_of_message integer not null default 0,
  -- When the citizen and the operators were informed that codes are guessed.
  add column reported_at timestamptz;
create index device_enrolments_by_wider_source on device_enrolments (wider_source, created_at)
  where wider_source is not null;
create index device_enrolments_by_widest_source on device_enrolments (widest_source, created_at)
  where widest_source is not null;
