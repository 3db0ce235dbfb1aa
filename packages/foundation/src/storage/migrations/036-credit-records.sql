-- expand-only
-- The credit records of citizens: one row for each source, with the day that its facts describe. Only the newest record
-- of a source is kept. Read together with the citizen, by the same key.
create table credit_records (
  svc_id      text not null,
  source      text not null check (source in ('mobile_money', 'telecom', 'banking', 'utilities')),
  as_of       date not null,
  fields      jsonb not null,
  imported_at timestamptz not null,
  primary key (svc_id, source)
);
