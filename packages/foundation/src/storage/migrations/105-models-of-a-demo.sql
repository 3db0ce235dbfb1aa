-- expand-only
-- One account of the operating system proposed and confirmed the decision, as only a demo allows. After the demo the
-- decision does not count.
alter table credit_model_decisions add column by_one_account boolean not null default false;
-- Proposals that another account made, or one that is not known, count as a second person.
update credit_model_decisions as decision set by_one_account = true
where step = 'confirmed' and account is not null and not exists (
  select from credit_model_decisions as proposal
  where proposal.step = 'proposed' and proposal.version = decision.version and proposal.role = decision.role
    and (proposal.reason is null) = (decision.reason is null) and proposal.decision_id < decision.decision_id
    and proposal.decided_at > decision.decided_at - interval '24 hours'
    and proposal.account is distinct from decision.account);
