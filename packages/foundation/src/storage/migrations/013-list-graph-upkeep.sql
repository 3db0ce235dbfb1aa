-- expand-only
-- After an import of a list, its indexes are sorted in and its statistics are renewed. Only the owner of a table may do
-- that, and imports run as the role that serves calls.
create function refresh_list_graph() returns void
language plpgsql
security definer
as $$
begin
  perform gin_clean_pending_list('list_ftm_entities_by_end');
  perform gin_clean_pending_list('list_ftm_entities_by_referent');
  analyze list_ftm_entities;
end
$$;

-- A caller must not put objects of its own in front of those that the function uses.
do $$
begin
  execute format('alter function refresh_list_graph() set search_path = %I, pg_temp', current_schema());
end
$$;
