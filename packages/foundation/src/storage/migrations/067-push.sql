-- expand-only
-- Notices to the devices of citizens by Web Push. All times are of the clock of the database.

-- The subscription of a device at the push service of its browser, sealed, and the SHA-256 of its address: one browser
-- has one device.
alter table citizen_devices add column sealed_push bytea, add column push_hash bytea;
create index citizen_devices_by_push on citizen_devices (push_hash) where push_hash is not null;

-- When the last notice of new accesses was or will be sent. At most one notice in an hour.
alter table citizen_settings add column accesses_notified_at timestamptz;

-- Messages that wait for the push service. A sent message is deleted.
create table push_messages (
  device_id text not null,
  -- What the message is about. While it waits, no second one about it is added.
  topic text not null,
  citizen bytea not null,
  sealed_content bytea not null,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (device_id, topic)
);
create index push_messages_due on push_messages (next_attempt_at);

-- Until when the audit log was searched for accesses that citizens wish to learn of. One row.
create table notifier_progress (
  only_row boolean primary key default true check (only_row),
  accesses_until timestamptz not null
);
insert into notifier_progress (accesses_until) values (now());

-- Finds the entries of the last minutes. They are added in the order of their times.
create index audit_entries_by_time on audit_entries using brin (at) with (pages_per_range = 32, autosummarize = on);
