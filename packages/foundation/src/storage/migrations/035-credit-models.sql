-- expand-only
-- The versions of the model of Credit Scoring. A version never changes: a score is calculated again from it.
create table credit_models (
  version   text primary key,
  model     jsonb not null,
  stored_by text not null,
  stored_at timestamptz not null
);

-- What operators decided about a version. A proposal takes effect when a second operator confirms it. Rows are only
-- added: the newest confirmed decision of a role applies.
create table credit_model_decisions (
  decision_id bigint generated always as identity primary key,
  version     text not null references credit_models (version),
  role        text not null check (role in ('active', 'challenger')),
  step        text not null check (step in ('proposed', 'confirmed')),
  decided_by  text not null,
  decided_at  timestamptz not null
);
create index credit_model_decisions_newest on credit_model_decisions (role, step, decision_id desc);
