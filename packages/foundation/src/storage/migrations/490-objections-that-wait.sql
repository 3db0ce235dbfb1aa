-- expand-only
-- The cases with an open objection, or with a report that one of two people called false, are few, and are not looked for in all cases.
create index fraud_cases_objected on fraud_cases (case_id) where objected_by is not null;
create index fraud_cases_half_false on fraud_cases (case_id) where false_report_by is not null;
