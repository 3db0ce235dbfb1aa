-- expand-only
-- The settings of an application for each service. Each service declares the form of its own.
-- `may_omit_liveness` is still written, because the previous release reads it.
alter table applications add column service_settings jsonb not null default '{}';
update applications
  set service_settings = '{"face_recognition": {"may_omit_liveness": true}}'
  where may_omit_liveness;
