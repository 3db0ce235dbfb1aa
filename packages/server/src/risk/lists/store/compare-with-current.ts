import { detectFormat, type ListId, listOf } from '@nani/engines/list-formats/index.ts'
import type pg from 'pg'
import type { FoundEntry, IndexEntry, ListVersion } from '../list-reader.ts'
import { type Counts, type Extent, leaving } from './apply-staged.ts'
import { type ChangedEntry, readChangedEntries } from './changed-entries.ts'
import { compareFiles, type ImportRequest, withOwnConnection } from './import-list.ts'
import { currentVersion } from './versions.ts'

/** What an import would change. It can be read until the work ends. */
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

type Compare<Answer> = {
  /** Gets each entry that is added or changed, and then each that is removed, in groups. */
  keep(entries: AsyncIterable<ChangedEntry[]>): Promise<void>
  work(changes: StagedChanges): Promise<Answer>
}

/**
 * Compares files with the list in use, passes the changes to `keep` and then to `work`, and changes nothing. The work takes long, and no
 * transaction is open meanwhile: one that wrote would keep every old version of the rows that calls change, and calls would be slower
 * all the time. So the changes are copied to a second connection, which holds the lock of the list.
 */
export const compareWithCurrent = async <Answer>(
  pool: pg.Pool,
  { list, files }: Pick<ImportRequest, 'list' | 'files'>,
  { keep, work }: Compare<Answer>,
): Promise<Answer> => {
  const definition = listOf(list)
  const format = await detectFormat(definition, files)
  const request: ImportRequest = {
    ...{ list, audience, files, format, acceptDrop: true, source: '', etag: null, sourceDate: null },
  }
  return withOwnConnection(pool, async (kept) => {
    await kept.query('select pg_advisory_lock(hashtext($1))', [`nani list ${list} ${audience}`])
    const changes = await rolledBack(pool, async (client) => {
      const current = await currentVersion(client, request)
      const { extent, counts } = await compareFiles(client, { list: definition, request, format, current })
      const left = await stageChanges(client, list, extent)
      await keep(readChangedEntries(client, { list, audience }, extent))
      await copyChanges(client, kept)
      return changesIn(kept, { list, counts, current, left })
    })
    return work(changes)
  })
}

/** The answer of a transaction that is rolled back: the comparison also writes the graph of entities. */
const rolledBack = async <Answer>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> =>
  withOwnConnection(pool, async (client) => {
    await client.query('begin')
    const answer = await work(client)
    await client.query('rollback')
    return answer
  })

const copyChanges = async (from: pg.ClientBase, to: pg.ClientBase): Promise<void> => {
  await to.query(
    `create temp table staged_changes
       (entry_id integer primary key, reference text not null, content_hash bytea not null, facts json not null, details json not null)`,
  )
  for (let after = 0; ; after += groupSize) {
    const { rows } = await from.query<{ group: string | null }>(
      `select json_agg(c)::text as group from staged_changes c where entry_id > $1 and entry_id <= $2`,
      [after, after + groupSize],
    )
    const group = rows[0]?.group
    if (!group) return
    await to.query(
      'insert into staged_changes select * from json_populate_recordset(null::staged_changes, $1)',
      [group],
    )
  }
}

type Compared = { list: ListId; counts: Counts; current: ListVersion | null; left: ReadonlySet<string> }
type Row = {
  entry_id: number
  reference: string
  content_hash: string
  facts: Omit<IndexEntry, 'entryId' | 'list' | 'audience'>
  details: object
}

/** Numbers the changes in a table of their own. Returns the references of entries that are removed or changed. */
const stageChanges = async (client: pg.ClientBase, list: ListId, extent: Extent): Promise<Set<string>> => {
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
  const { rows } = await client.query<{ reference: string }>(
    `select c.reference from list_entries c
     where c.list_id = $1 and c.audience = $2 and c.removed_in is null
       and (c.reference in (select reference from staged_changes)
         or (not exists (select from staged_entries s where s.reference = c.reference) ${leaving(extent)}))`,
    scope,
  )
  return new Set(rows.map(({ reference }) => reference))
}

const changesIn = (client: pg.ClientBase, { list, counts, current, left }: Compared): StagedChanges => {
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
    ...{ baseVersion: current?.versionId ?? null, counts, left },
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
