-- expand-only
-- What an import would change, entry by entry, as the desk shows it. `position` counts the entries of a kind in the order of references.
create table list_preview_entries (
  -- Also a process of an earlier release deletes the entries with their preview.
  preview_id text not null references list_previews on delete cascade,
  kind text not null check (kind in ('added', 'changed', 'removed')),
  position integer not null,
  content json not null,
  primary key (preview_id, kind, position)
);
