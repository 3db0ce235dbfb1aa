-- expand-only
-- Messages that strangers cause are bounded for each hour. When a message was sent, and whether it counts.
alter table sms_messages add column sent_at timestamptz;
alter table sms_messages add column limited boolean not null default false;
create index sms_messages_limited on sms_messages (sent_at) where limited and sent_at is not null;
