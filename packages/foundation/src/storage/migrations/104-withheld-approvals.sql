-- expand-only
-- The approvals that a suspension withholds. The end of the suspension gives back these, and no approval that was
-- withdrawn meanwhile.
alter table applications add column withheld_approvals text[] not null default '{}';
update applications set withheld_approvals = suspended_services where suspended_services <> '{}';
