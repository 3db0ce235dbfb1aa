import type { Audience, ListId } from '@nani/engines/list-formats/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'

export type Scope = { list: ListId; audience: Audience }

/**
 * `whole`: entries that are not staged are removed. `part` (a delta): only entries of `staged_scope` can be removed.
 */
export type Extent = 'whole' | 'part'

export type Counts = { before: number; entries: number; added: number; changed: number; removed: number }

const maxDropShare = 0.1

/** The condition on the entries `c` of the list that files of this extent can remove. */
export const leaving = (extent: Extent) =>
  extent === 'whole' ? '' : 'and c.reference in (select reference from staged_scope)'

/** Counts how the list would change. */
export const compareStaged = async (
  client: Database,
  { list, audience }: Scope,
  extent: Extent,
): Promise<Counts> => {
  const { rows } = await client.query<Record<'before' | 'added' | 'changed' | 'removed', number>>(
    `select (select count(*) from list_entries
             where list_id = $1 and audience = $2 and removed_in is null)::int as before,
       count(*) filter (where c.entry_id is null)::int as added,
       count(*) filter (where c.content_hash <> s.content_hash)::int as changed,
       (select count(*) from list_entries c
        where c.list_id = $1 and c.audience = $2 and c.removed_in is null ${leaving(extent)}
          and not exists (select from staged_entries s where s.reference = c.reference))::int as removed
     from staged_entries s left join list_entries c
       on c.list_id = $1 and c.audience = $2 and c.removed_in is null and c.reference = s.reference`,
    [list, audience],
  )
  const counts = rows[0] as (typeof rows)[number]
  return { ...counts, entries: counts.before + counts.added - counts.removed }
}

/** Throws a `Refusal` if the list would be empty, or lose more than a tenth of its entries. */
export const refuseSuspicious = ({ before, entries, removed }: Counts, acceptDrop: boolean): void => {
  if (entries === 0) throw new Refusal('list_empty', 'The list has no entries.')
  if (acceptDrop || removed <= before * maxDropShare) return
  const share = Math.round((removed / before) * 1000) / 10
  throw new Refusal(
    'list_dropped',
    `${removed} of ${before} entries (${share} %) would be removed, which is more than 10 %.`,
  )
}

/** Changes the entries. An unchanged entry keeps its row and id. A changed one is removed and added with a new id. */
export const applyStaged = async (
  client: Database,
  { list, audience }: Scope,
  extent: Extent,
  versionId: number,
): Promise<void> => {
  await client.query(
    `update list_entries c set removed_in = $3
     where c.list_id = $1 and c.audience = $2 and c.removed_in is null
       and (exists (select from staged_entries s
                    where s.reference = c.reference and s.content_hash <> c.content_hash)
         or (not exists (select from staged_entries s where s.reference = c.reference) ${leaving(extent)}))`,
    [list, audience, versionId],
  )
  await client.query(
    `insert into list_entries (list_id, audience, reference, content_hash, facts, details, added_in)
     select $1, $2, s.reference, s.content_hash, s.facts, s.details, $3 from staged_entries s
     where not exists (select from list_entries c
       where c.list_id = $1 and c.audience = $2 and c.removed_in is null and c.reference = s.reference)
     order by s.reference`,
    [list, audience, versionId],
  )
}
