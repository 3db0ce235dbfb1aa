-- expand-only
-- The reviewer who took a review.
alter table production_reviews add column claimed_by text;
create index production_reviews_by_status on production_reviews (status, submitted_at);
