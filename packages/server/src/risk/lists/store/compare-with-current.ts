import { detectFormat, type ListId, listOf } from '@nani/engines/list-formats/index.ts'
import type pg from 'pg'
import type { FoundEntry, IndexEntry, ListVersion } from '../list-reader.ts'
import type { Counts, Extent } from './apply-staged.ts'
import { compareFiles, type ImportRequest, onOwnConnection } from './import-list.ts'
import { currentVersion } from './versions.ts'

/** What an import would change. It can be read while the transaction of the comparison is open. */
export type StagedChanges = {
  baseVersion: number | null
  counts: Counts
  /** References of entries that are removed or changed. */
  left: ReadonlySet<string>
  /** Added entries and the new content of changed ones, in groups. Their ids are valid in this comparison only. */
  added(): AsyncIterable<IndexEntry[]>
  find(ids: readonly number[]): Promise<FoundEntry[]>
  findReferences(references: readonly string[]): Promise<FoundEntry[]>
}

const groupSize = 1_000
const audience = 'everyone'

/** Compares files with the list in use, passes the changes to `work`, and changes nothing. */
export const compareWithCurrent = async <Answer>(
  pool: pg.Pool,
  { list, files }: Pick<ImportRequest, 'list' | 'files'>,
  work: (changes: StagedChanges) => Promise<Answer>,
): Promise<Answer> => {
  const definition = listOf(list)
  const format = await detectFormat(definition, files)
  const request: ImportRequest = {
    ...{ list, audience, files, format, acceptDrop: true, source: '', etag: null, sourceDate: null },
  }
  let answer: Answer | undefined
  const done = new Error('the comparison is rolled back')
  try {
    await onOwnConnection(pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtext($1))', [`nani list ${list} ${audience}`])
      const current = await currentVersion(client, request)
      const { extent, counts } = await compareFiles(client, { list: definition, request, format, current })
      answer = await work(await openChanges(client, { list, extent, counts, current }))
      throw done
    })
  } catch (error) {
    if (error !== done) throw error
  }
  return answer as Answer
}

type Compared = { list: ListId; extent: Extent; counts: Counts; current: ListVersion | null }
type Row = {
  entry_id: number
  reference: string
  content_hash: string
  facts: Omit<IndexEntry, 'entryId' | 'list' | 'audience'>
  details: object
}

const openChanges = async (
  client: pg.ClientBase,
  { list, extent, counts, current }: Compared,
): Promise<StagedChanges> => {
  const scope = [list, audience]
  await client.query(
    `create temp table staged_changes on commit drop as
     select (row_number() over (order by s.reference))::int as entry_id, s.*
     from staged_entries s left join list_entries c
       on c.list_id = $1 and c.audience = $2 and c.removed_in is null and c.reference = s.reference
     where c.entry_id is null or c.content_hash <> s.content_hash`,
    scope,
  )
  await client.query('create unique index on staged_changes (entry_id)')
  const { rows: left } = await client.query<{ reference: string }>(
    `select c.reference from list_entries c
     where c.list_id = $1 and c.audience = $2 and c.removed_in is null
       and (c.reference in (select reference from staged_changes)
         or (not exists (select from staged_entries s where s.reference = c.reference)
           ${extent === 'part' ? 'and c.reference in (select reference from staged_scope)' : ''}))`,
    scope,
  )
  const columns = `entry_id, reference, encode(content_hash, 'hex') as content_hash, facts, details`
  const version: ListVersion = current ?? neverLoaded(list)
  const foundOf = ({ entry_id, reference, content_hash, facts, details }: Row): FoundEntry => ({
    ...{ entryId: entry_id, list, audience, version, current: true, contentHash: content_hash },
    entry: { reference, ...facts, ...details } as FoundEntry['entry'],
  })
  const findWhere = async (condition: string, value: readonly unknown[]): Promise<FoundEntry[]> => {
    const { rows } = await client.query<Row>(`select ${columns} from staged_changes where ${condition}`, [
      value,
    ])
    return rows.map(foundOf)
  }
  return {
    ...{ baseVersion: current?.versionId ?? null, counts },
    left: new Set(left.map(({ reference }) => reference)),
    async *added() {
      for (let after = 0; ; after += groupSize) {
        const { rows } = await client.query<Row>(
          `select ${columns} from staged_changes where entry_id > $1 and entry_id <= $2 order by entry_id`,
          [after, after + groupSize],
        )
        if (rows.length === 0) return
        yield rows.map(({ entry_id, facts }) => ({ entryId: entry_id, list, audience, ...facts }))
      }
    },
    find: (ids) => findWhere('entry_id = any($1)', ids),
    findReferences: (references) => findWhere('reference = any($1)', references),
  }
}

const neverLoaded = (list: ListId): ListVersion => ({
  ...{ versionId: 0, list, category: listOf(list).category, audience, label: '', sha256: '' },
  ...{ sourceDate: null, fetchedAt: new Date(0), confirmedAt: new Date(0), source: '', etag: null },
  ...{ entries: 0, added: 0, changed: 0, removed: 0 },
})
