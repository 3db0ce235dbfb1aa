-- expand-only
-- Messages that strangers cause leave in turns by network. A reserve is for numbers without such a message today.
alter table sms_messages
  -- Keyed hashes of the network that caused the message, and of the number that it is for.
  add column network bytea,
  add column recipient bytea,
  -- When the message was first taken to be sent. From then on it counts.
  add column taken_at timestamptz,
  -- Whether it was taken from the reserve.
  add column reserved boolean not null default false;
create index sms_messages_taken on sms_messages (taken_at) where limited and taken_at is not null;
create index sms_messages_of_network on sms_messages (network, created_at) where limited;
create index sms_messages_of_recipient on sms_messages (recipient, taken_at) where limited and taken_at is not null;
create index sms_messages_waiting_limited on sms_messages (created_at) where limited and state = 'waiting';
