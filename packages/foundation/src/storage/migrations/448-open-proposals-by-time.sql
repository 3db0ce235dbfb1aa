-- expand-only
-- The open proposals are few. A page of them does not read the earlier ones.
create index proposals_open_by_time on proposals (proposed_at, proposal_id) where status = 'proposed';
