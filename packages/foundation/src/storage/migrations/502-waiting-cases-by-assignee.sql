-- expand-only
-- The queue counts the waiting cases of one person and those of nobody, and which of them are late, and reads no case for it.
create index fraud_cases_waiting_by_assignee on fraud_cases (environment, assignee, due_at) include (application_id)
  where status in ('received', 'under_review');
