-- expand-only
-- The months in which a monitor ran. Each is charged once, when its organization has money for it.
create table monitor_months (
  application_id text not null,
  monitor_id text not null,
  -- The first day of the month (UTC).
  month date not null,
  -- Null: not charged yet.
  charged_at timestamptz,
  primary key (application_id, monitor_id, month)
);
create index monitor_months_due on monitor_months (application_id, month, monitor_id) where charged_at is null;
create index monitor_months_charged on monitor_months (charged_at) where charged_at is not null;
