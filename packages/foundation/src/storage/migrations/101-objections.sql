-- expand-only
-- A person says that a confirmed case is wrong. Two people who decided nothing about the case decide it.
alter table fraud_cases
  -- Who recorded an objection that is not decided.
  add column objected_by text,
  add column objection_decision text check (objection_decision in ('accept', 'reject')),
  add column objection_decision_by text,
  add column objection_decision_account text;
