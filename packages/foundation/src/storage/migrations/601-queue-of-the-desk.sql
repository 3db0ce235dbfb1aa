-- expand-only
-- The queue of the desk shows the oldest work and counts the rest: no other row is read.
create index production_reviews_unclaimed on production_reviews (coalesce(submitted_at, created_at), review_id)
  include (organization_id, submitted_at) where status in ('submitted', 'in_review') and claimed_by is null;
create index production_reviews_claimed on production_reviews (claimed_by)
  where status in ('submitted', 'in_review') and claimed_by is not null;
create index access_disputes_waiting on access_disputes (created_at, dispute_id) where status <> 'answered';
create index billing_topups_waiting on billing_topups (created_at, topup_id) include (organization_id)
  where status = 'submitted';
create index billing_payments_waiting on billing_payments (declared_at, payment_id) include (organization_id)
  where status = 'declared';
