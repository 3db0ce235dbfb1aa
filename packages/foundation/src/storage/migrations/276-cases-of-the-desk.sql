-- expand-only
-- Cases without a decision, the oldest first. The included columns name the person who has the case.
create index fraud_cases_waiting on fraud_cases (created_at, application_id) include (environment, assignee, proposed_by)
  where status in ('received', 'under_review');
-- Cases in the order of the desk: open ones by priority and deadline, decided ones by age. A filter reads the index alone.
create index fraud_cases_open_in_order on fraud_cases (priority desc, due_at, created_at desc, case_id)
  include (application_id, environment, status, type, assignee) where status in ('received', 'under_review');
create index fraud_cases_decided_in_order on fraud_cases (created_at desc, case_id)
  include (application_id, environment, status, type, assignee, changed_at) where status not in ('received', 'under_review');
create index fraud_cases_by_id on fraud_cases (case_id);
create index fraud_cases_by_number_prefix on fraud_cases (case_number text_pattern_ops);
