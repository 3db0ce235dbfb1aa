import type { ListEntry } from '@nani/engines/list-formats/index.ts'
import type pg from 'pg'
import { type Extent, leaving, type Scope } from './apply-staged.ts'

/** An entry as it is in the list, and as it is in the files. Null: it is not there. */
export type ChangedEntry = { reference: string; before: ListEntry | null; after: ListEntry | null }

const groupSize = 500

type Content = { facts: object; details: object }
type Row = {
  reference: string
  before: Content | null
  after: Content | null
}

const entryOf = (reference: string, content: Content | null): ListEntry | null =>
  content && ({ reference, ...content.facts, ...content.details } as ListEntry)

const changedOf = ({ reference, before, after }: Row): ChangedEntry => ({
  reference,
  before: entryOf(reference, before),
  after: entryOf(reference, after),
})

/**
 * The entries that an import would add or change, and then those that it would remove, in groups and in the order of their
 * references. It reads the staged files, so it works while the transaction of the comparison is open.
 */
export const readChangedEntries = async function* (
  client: pg.ClientBase,
  { list, audience }: Scope,
  extent: Extent,
): AsyncGenerator<ChangedEntry[]> {
  for (let after = 0; ; after += groupSize) {
    const { rows } = await client.query<Row>(
      `select s.reference, json_build_object('facts', s.facts, 'details', s.details) as after,
         case when c.entry_id is not null then json_build_object('facts', c.facts, 'details', c.details) end as before
       from staged_changes s left join list_entries c
         on c.list_id = $1 and c.audience = $2 and c.removed_in is null and c.reference = s.reference
       where s.entry_id > $3 and s.entry_id <= $4 order by s.entry_id`,
      [list, audience, after, after + groupSize],
    )
    if (rows.length === 0) break
    yield rows.map(changedOf)
  }
  for (let last: string | null = null; ; ) {
    const { rows }: pg.QueryResult<Row> = await client.query<Row>(
      `select c.reference, json_build_object('facts', c.facts, 'details', c.details) as before, null::json as after
       from list_entries c
       where c.list_id = $1 and c.audience = $2 and c.removed_in is null and ($3::text is null or c.reference > $3)
         and not exists (select from staged_entries s where s.reference = c.reference) ${leaving(extent)}
       order by c.reference limit $4`,
      [list, audience, last, groupSize],
    )
    if (rows.length === 0) return
    last = rows.at(-1)?.reference ?? null
    yield rows.map(changedOf)
  }
}
