import {
  type Archive,
  type ArchivedDay,
  type ArchivedLeaf,
  type ArchivedRow,
  bytesOfText,
} from '@nani/foundation/archive/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import { canonicalEntry } from '../audit/index.ts'
import type { EntryKey, Leaf } from './entry-key.ts'

const daysWith = async (archive: Archive, days: readonly string[]): Promise<ArchivedDay[]> =>
  (await archive.daysOf('audit_entries')).filter(({ day }) => days.includes(day))

/** The random bytes of the commitment of a leaf. */
export const saltOfLeaf = ({ salt }: ArchivedLeaf): Buffer => bytesOfText(salt)

type Canonical = { canonical: string | null }

/** The canonical form of archived entries, by the statement of those in the database. */
export const canonicalOf = async (
  database: Database,
  rows: readonly ArchivedRow[],
): Promise<(string | null)[]> => {
  const { rows: found } = await database.query<Canonical>(
    `select case when r.row is not null then ${canonicalEntry} end as canonical
     from jsonb_array_elements($1::jsonb) with ordinality as given(element, place)
     cross join lateral (select nullif(given.element, 'null'::jsonb) as row) r
     cross join lateral jsonb_populate_record(null::audit_entries, r.row) e
     order by given.place`,
    [JSON.stringify(rows.map(({ row }) => row))],
  )
  return found.map(({ canonical }) => canonical)
}

/** The leaf of an archived entry, with the entry in canonical form. */
export const archivedLeaf = async (
  database: Database,
  archive: Archive,
  { applicationId, entryId, day }: EntryKey,
): Promise<Leaf | null> => {
  const rows = await archive.find(await daysWith(archive, [day]), [entryId])
  const found = rows.find(({ leaf }) => leaf?.entry_id === entryId && leaf.application_id === applicationId)
  if (!found?.leaf) return null
  const [canonical = null] = await canonicalOf(database, [found])
  const { environment, leaf_index } = found.leaf
  return { environment, leaf_index: String(leaf_index), salt: saltOfLeaf(found.leaf), canonical }
}

/** The ids of those archived entries that a checkpoint covers. */
export const archivedLogged = async (
  database: Database,
  archive: Archive,
  keys: readonly EntryKey[],
): Promise<string[]> => {
  const days = await daysWith(archive, [...new Set(keys.map(({ day }) => day))])
  if (days.length === 0) return []
  const leaves = (
    await archive.find(
      days,
      keys.map(({ entryId }) => entryId),
    )
  ).flatMap(({ leaf }) => leaf ?? [])
  const { rows } = await database.query<{ environment: string; size: number }>(
    'select environment, max(size)::float8 as size from audit_checkpoints group by environment',
  )
  const sizes = new Map(rows.map(({ environment, size }) => [environment, size]))
  return leaves.flatMap(({ environment, leaf_index, entry_id, application_id }) =>
    leaf_index < (sizes.get(environment) ?? 0) &&
    keys.some(({ applicationId, entryId }) => applicationId === application_id && entryId === entry_id)
      ? [entry_id]
      : [],
  )
}

/** The keys of archived entries with an id. */
export const archivedKeys = async (
  archive: Archive,
  entryId: string,
  days: readonly string[],
): Promise<EntryKey[]> => {
  const keys: EntryKey[] = []
  for (const day of await daysWith(archive, days))
    for (const { leaf } of await archive.find([day], [entryId]))
      if (leaf?.entry_id === entryId) keys.push({ applicationId: leaf.application_id, entryId, day: day.day })
  return keys
}
