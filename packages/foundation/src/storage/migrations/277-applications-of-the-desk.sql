-- expand-only
-- Applications by the beginning of the name.
create index applications_by_name_prefix on applications (lower(name) text_pattern_ops);
-- New names that wait for an operator.
create index applications_with_new_name on applications (created_at)
  where proposed_name is not null or proposed_logo_hash is not null;
