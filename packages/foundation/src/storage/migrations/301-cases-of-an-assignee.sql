-- expand-only
-- The cases of one person are few, and are not looked for in all cases.
create index fraud_cases_of_assignee on fraud_cases (assignee) where assignee is not null;
