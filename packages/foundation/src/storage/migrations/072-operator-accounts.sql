-- expand-only
-- The account of the operating system from which an operator acted. Null: an earlier release wrote the row, or the actor has none.
alter table acts add column account text;
alter table billing_proposals add column proposed_account text;
alter table credit_model_decisions add column account text;
