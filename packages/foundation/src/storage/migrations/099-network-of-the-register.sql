-- expand-only
-- How the facts of a party were derived. 1: an earlier release used what the reporter wrote. 2: a party with a number of
-- the register has the facts of the register alone. A task derives the rows of earlier releases again.
alter table fraud_network_parties add column derivation smallint not null default 1;
create index fraud_network_of_earlier_releases on fraud_network_parties (case_id)
  where derivation = 1 and case_id is not null;

alter table fraud_cases
  -- The victims that a decision lists, or that a proposal would: 0 is the subject, and the victims follow from 1. Null:
  -- an earlier release decided, and every named victim is listed.
  add column listed_victims smallint[],
  -- Two people confirmed the case although a party does not match the register.
  add column despite_mismatch boolean;
