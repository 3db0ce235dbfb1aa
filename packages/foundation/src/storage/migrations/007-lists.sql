-- The lists that screening searches. They are nobody's tenant data: no application_id, the same for all.

-- Every import that was taken. Ids rise in the order of the commits, so that they also number the changes.
create table list_versions (
  version_id bigint generated always as identity primary key,
  list_id text not null,
  -- 'sandbox': seen by sandbox screenings alone; 'everyone': by production too.
  audience text not null check (audience in ('sandbox', 'everyone')),
  sha256 text not null,
  -- What the source says of its own age.
  source_date date,
  format text not null,
  -- File names, or the address.
  source text not null,
  etag text,
  fetched_at timestamptz not null,
  -- When it was last seen to be the newest there is.
  confirmed_at timestamptz not null,
  entries integer not null,
  added integer not null,
  changed integer not null,
  removed integer not null
);
create index list_versions_by_list on list_versions (list_id, audience, version_id desc);

-- An entry as one content: who changes on a list leaves this row and enters another, with a new id.
create table list_entries (
  entry_id bigint generated always as identity primary key,
  list_id text not null,
  audience text not null,
  reference text not null,
  content_hash bytea not null,
  -- What an index holds of it, and the rest. Read whole and never searched, hence not jsonb.
  facts json not null,
  details json not null,
  added_in bigint not null references list_versions,
  removed_in bigint references list_versions
);
create unique index list_entries_current on list_entries (list_id, audience, reference) where removed_in is null;
create index list_entries_by_addition on list_entries (added_in, entry_id);
create index list_entries_by_removal on list_entries (removed_in, entry_id) where removed_in is not null;

-- FollowTheMoney files are a graph, and their deltas name parts of it: it is kept as it came.
create table list_ftm_entities (
  list_id text not null,
  audience text not null,
  entity_id text not null,
  schema text not null,
  -- Of a link: the ids that it joins.
  ends text[] not null,
  -- Ids that were merged into this one: links may still name them.
  referents text[] not null,
  body json not null,
  primary key (list_id, audience, entity_id)
);
create index list_ftm_entities_by_end on list_ftm_entities using gin (ends) where ends <> '{}';
create index list_ftm_entities_by_referent on list_ftm_entities using gin (referents) where referents <> '{}';

-- What the list manager has set; one row.
create table screening_settings (
  only_row boolean primary key default true check (only_row),
  threshold double precision not null check (threshold between 0.5 and 1),
  updated_at timestamptz not null
);
