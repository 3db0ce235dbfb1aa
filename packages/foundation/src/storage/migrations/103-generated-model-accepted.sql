-- expand-only
-- Why operators accept the generated model for scores in production. Null: the decision is not such an acceptance.
alter table credit_model_decisions add column reason text;
