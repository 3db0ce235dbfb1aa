-- expand-only
-- Organizations by the beginning of the name.
create index organizations_by_name_prefix on organizations (lower(name) text_pattern_ops);
