-- expand-only
-- Reviews in the order of the desk.
create index production_reviews_in_order on production_reviews (coalesce(submitted_at, created_at), review_id) where status is not null;
create index production_reviews_of_organization on production_reviews (organization_id);
