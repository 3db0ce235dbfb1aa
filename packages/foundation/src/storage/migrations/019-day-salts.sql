-- Values at rest are sealed under a key for each use and day, derived from the root key and the salt of the day. A salt
-- alone opens nothing. Without it nothing of its day opens any more, whoever has the root key.
create table day_salts (
  -- How long what is sealed with it is kept: 'month' and 'year' are dropped after their retention, 'kept' never.
  retention text not null check (retention in ('month', 'year', 'kept')),
  day date not null,
  salt bytea not null check (octet_length(salt) = 32),
  primary key (retention, day)
);
