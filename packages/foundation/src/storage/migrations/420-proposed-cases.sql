-- expand-only
-- The cases with a proposal are few, and are not looked for in all cases.
create index fraud_cases_proposed on fraud_cases (proposed_by) where proposed_by is not null;
