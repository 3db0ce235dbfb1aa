-- expand-only
-- For the counts of the queue: the waiting cases of one person or of no person, and the late ones. The index has all their columns.
create index fraud_cases_waiting_by_assignee on fraud_cases (environment, assignee, due_at) include (application_id)
  where status in ('received', 'under_review');
