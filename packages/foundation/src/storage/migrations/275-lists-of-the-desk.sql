-- expand-only
-- The log of acts by the kind of act.
create index acts_by_action on acts (action, act_number);
-- Cases that wait, the oldest first, with what says for whom.
create index fraud_cases_waiting on fraud_cases (created_at, application_id) include (environment, assignee, proposed_by)
  where status in ('received', 'under_review');
-- Cases in the order of the desk: open ones by priority and deadline, decided ones by age. A filter reads the index alone.
create index fraud_cases_open_in_order on fraud_cases (priority desc, due_at, created_at desc, case_id)
  include (application_id, environment, status, type, assignee) where status in ('received', 'under_review');
create index fraud_cases_decided_in_order on fraud_cases (created_at desc, case_id)
  include (application_id, environment, status, type, assignee, changed_at) where status not in ('received', 'under_review');
create index fraud_cases_by_id on fraud_cases (case_id);
create index fraud_cases_by_number_prefix on fraud_cases (case_number text_pattern_ops);
-- Applications and organizations by the beginning of the name.
create index applications_by_name_prefix on applications (lower(name) text_pattern_ops);
create index organizations_by_name_prefix on organizations (lower(name) text_pattern_ops);
-- Reviews in the order of the desk.
create index production_reviews_in_order on production_reviews (coalesce(submitted_at, created_at), review_id) where status is not null;
create index production_reviews_of_organization on production_reviews (organization_id);
-- New names that wait for an operator.
create index applications_with_new_name on applications (created_at)
  where proposed_name is not null or proposed_logo_hash is not null;
