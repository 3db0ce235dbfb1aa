-- An event that is sent again begins a round of its own, with all five attempts ahead. An attempt belongs to the
-- round that it was begun in, and what comes of it moves no other.
alter table webhook_deliveries add column round smallint not null default 1;
alter table webhook_attempts add column round smallint not null default 1;
