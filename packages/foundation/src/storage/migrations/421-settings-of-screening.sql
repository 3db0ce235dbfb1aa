-- expand-only
-- The version that a change of the threshold is based on. A process of the previous release leaves it as it is.
alter table screening_settings add column version integer not null default 1;
