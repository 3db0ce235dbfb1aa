-- expand-only
-- Parties of the network are searched by keyed pseudonyms, and their facts are sealed under the key of their case.
-- The columns svc_id, rccm, full_name, date_of_birth and nationality are not written any more. A later release drops them.

alter table fraud_network_parties
  -- Null for the test identities of the sandbox, which belong to no case.
  add column application_id text,
  add column case_id text,
  add column identity bytea,
  add column birth bytea,
  -- A pseudonym of the whole content: the same content again is no change.
  add column content bytea,
  add column sealed_facts bytea;
create index fraud_network_by_identity on fraud_network_parties (identity) where identity is not null;
create index fraud_network_by_birth_pseudonym on fraud_network_parties (birth) where birth is not null;

alter table fraud_network_changes
  add column identity bytea,
  add column birth bytea;

-- The cases of the sandbox that a clock moves.
create index fraud_cases_moved_by_clock on fraud_cases (changed_at)
  where environment = 'sandbox' and status in ('received', 'under_review');
