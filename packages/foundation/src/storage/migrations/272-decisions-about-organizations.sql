-- expand-only
-- A proposal about an organization ends with a decision of operators about it, and not with a new name that its owner gives.
alter table organizations add column decisions integer not null default 0;
-- The status before a suspension. A restoration gives it back. Null: it was verified.
alter table organizations add column suspended_from text;
