-- expand-only
-- Short messages to citizens. A message is written with the change that it reports, and sent after its commit.
create table sms_messages (
  message_id text primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  -- Number and text, sealed. Empty once it was sent.
  sealed_message bytea not null,
  -- `void`: it is never sent. It exists so that an unknown person leaves the same rows. `shown`: on the page of the demo.
  state text not null check (state in ('waiting', 'sent', 'failed', 'void', 'shown')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sms_messages_waiting on sms_messages (next_attempt_at) where state = 'waiting';
create index sms_messages_shown on sms_messages (created_at) where state = 'shown';
create index sms_messages_by_age on sms_messages using brin (created_at);
