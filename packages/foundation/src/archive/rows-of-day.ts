import type pg from 'pg'
import { type ArchivedTable, archivedTables } from './archived-tables.ts'

/** The partitions of a day. */
export type SourceOfDay = { table: ArchivedTable; rows: string; leaves: string | null }

type Line = { application_id: string; id: string; line: string }

const pageRows = 500

/**
 * The rows of a day as lines of JSON, in the order of their key. A page is a statement of its own, so that no snapshot is
 * kept meanwhile: the caller holds a lock under which no process writes to the partitions.
 */
export const linesOfDay = async function* (
  client: pg.ClientBase,
  source: SourceOfDay,
): AsyncGenerator<string[]> {
  yield* pagesOf(client, withLeaf(client, source))
  if (source.leaves !== null) yield* pagesOf(client, leavesAlone(client, source.rows, source.leaves))
}

const pagesOf = async function* (client: pg.ClientBase, statement: string): AsyncGenerator<string[]> {
  for (let after = ['', '']; ; ) {
    const { rows } = await client.query<Line>(`${statement} limit ${pageRows}`, after)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    after = [last.application_id, last.id]
  }
}

const withLeaf = (client: pg.ClientBase, { table, rows, leaves }: SourceOfDay): string => {
  const { id } = archivedTables[table]
  const from = `from ${client.escapeIdentifier(rows)} t`
  const joined = leaves
    ? `left join ${client.escapeIdentifier(leaves)} l on l.entry_id = t.entry_id and l.application_id = t.application_id and l.day = t.day`
    : ''
  const line = leaves
    ? lineOf('to_json(t)', `case when l.entry_id is not null then ${leaf} end`)
    : lineOf('to_json(t)')
  return `select t.application_id, t.${id} as id, ${line} as line ${from} ${joined}
    where (t.application_id, t.${id}) > ($1, $2) order by t.application_id, t.${id}`
}

/** Leaves whose entries are not in the table. A check of the log has to find that also in the archive. */
const leavesAlone = (client: pg.ClientBase, rows: string, leaves: string): string =>
  `select l.application_id, l.entry_id as id, ${lineOf('null', leaf)} as line
   from ${client.escapeIdentifier(leaves)} l
   where (l.application_id, l.entry_id) > ($1, $2) and not exists (
     select from ${client.escapeIdentifier(rows)} t
     where t.application_id = l.application_id and t.entry_id = l.entry_id and t.day = l.day)
   order by l.application_id, l.entry_id`

const leaf = `json_build_object('application_id', l.application_id, 'entry_id', l.entry_id,
  'environment', l.environment, 'leaf_index', l.leaf_index, 'salt', l.salt)`

const lineOf = (row: string, ofLeaf = 'null'): string =>
  `json_build_object('row', ${row}, 'leaf', ${ofLeaf})::text`
