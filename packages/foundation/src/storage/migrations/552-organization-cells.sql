-- expand-only
-- The cells in which an organization is or was: acts and calls stay where they were written. Home has this list.
create table organization_cells (
  organization_id text not null,
  cell text not null,
  primary key (organization_id, cell)
);

create function note_organization_cell() returns trigger language plpgsql as $$
begin
  insert into organization_cells (organization_id, cell) values (new.organization_id, new.cell) on conflict do nothing;
  return null;
end
$$;

revoke all on function note_organization_cell() from public;

-- A caller must not put objects of its own in front of those that the function uses.
do $$
begin
  execute format('alter function note_organization_cell() set search_path = %I, pg_temp', current_schema());
end
$$;

create trigger organization_cell_noted after insert or update on placed_organizations
  for each row execute function note_organization_cell();

insert into organization_cells (organization_id, cell) select organization_id, cell from placed_organizations;
-- An organization that moved before this list: its acts name the cells. One that names none may mean any of them.
insert into organization_cells (organization_id, cell)
select distinct a.organization_id, c.name from acts a join cells c
  on c.name in (a.after->>'from', a.after->>'to', a.after->>'cell', a.after->>'in')
  -- The beginning of an undo names none: the move before it does.
  or ((a.after ?| array['from', 'to', 'cell', 'in']) is not true and a.action <> 'organizations.undo_move')
where a.organization_id is not null
  and a.action in ('cells.place', 'organizations.move', 'organizations.complete_move', 'organizations.undo_move')
on conflict do nothing;
