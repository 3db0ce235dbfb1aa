-- expand-only
-- The desk lists the open cases of one type in its order, and reads none of the others.
create index fraud_cases_open_of_type on fraud_cases (type, priority desc, due_at, created_at desc, case_id)
  include (environment, application_id) where status in ('received', 'under_review');
