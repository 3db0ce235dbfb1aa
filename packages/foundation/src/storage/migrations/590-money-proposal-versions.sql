-- expand-only
-- What a proposal about money was about when it was made, as a hash. Null: a proposal of an earlier release, or the act checks its object.
alter table billing_proposals add column subject_version integer;
