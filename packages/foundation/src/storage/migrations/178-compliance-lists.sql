-- expand-only
-- The lists of compliance officers: monitors and alerts of one application, the newest first.
create index monitors_of_application on monitors (application_id, created_at, monitor_id);
create index events_of_monitoring on events (application_id, position)
  where type in ('aml_screening.alert', 'aml_screening.hit_removed');
