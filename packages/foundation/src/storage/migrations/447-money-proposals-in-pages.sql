-- expand-only
-- Proposals about money in the order of each list, for one page at a time.
create index billing_proposals_by_time on billing_proposals (proposed_at, proposal_id)
  where executed_at is null and declined_at is null;
create index billing_proposals_executed on billing_proposals (executed_at, proposal_id) where executed_at is not null;
create index billing_proposals_declined on billing_proposals (declined_at, proposal_id) where declined_at is not null;
