-- expand-only
-- Why each of the two people agrees with an act on money. A command with a reason has the same one for both.
alter table billing_proposals add column reason text;
alter table billing_proposals add column executed_reason text;
