import type { Environment } from '@nani/contract'
import type { ListEntry } from '@nani/engines/list-formats/index.ts'
import { type Audience, audiencesOf, type ListId, lists } from '@nani/engines/list-formats/index.ts'
import type pg from 'pg'
import type { ChangeExtent, ChangePage, FoundEntry, IndexEntry, ListReader } from '../list-reader.ts'
import { currentVersions } from './versions.ts'

const pageSize = 5_000
// An index adds each page of changes as a separate part. A few large parts are cheaper than many small ones.
const changePageSize = 20_000
const maxFound = 1_000

// A country is looked up by its code, not searched by name.
const jurisdictions = lists
  .filter(({ category }) => category === 'high_risk_jurisdictions')
  .map(({ id }) => id)

type IndexRow = {
  entry_id: number
  list_id: ListId
  audience: Audience
  facts: Omit<IndexEntry, 'entryId' | 'list' | 'audience'>
}

const indexEntry = ({ entry_id, list_id, audience, facts }: IndexRow): IndexEntry => ({
  entryId: entry_id,
  list: list_id,
  audience,
  ...facts,
})

/** Reads the lists from the database. */
export const createListReader = (pool: pg.Pool, changesPerPage = changePageSize): ListReader => ({
  async currentVersions(environment) {
    const audiences = audiencesOf(environment)
    return (await currentVersions(pool)).filter(({ audience }) => audiences.includes(audience))
  },

  async latestChange() {
    const { rows } = await pool.query<{ change: number }>(
      'select coalesce(max(version_id), 0) as change from list_versions',
    )
    return rows[0]?.change ?? 0
  },

  async *readEntries(change) {
    let after = 0
    for (;;) {
      const { rows } = await pool.query<IndexRow>({
        name: 'list entries at a change',
        text: `select entry_id, list_id, audience, facts from list_entries
          where entry_id > $1 and added_in <= $2 and (removed_in is null or removed_in > $2)
            and list_id <> all($3)
          order by entry_id limit $4`,
        values: [after, change, jurisdictions, pageSize],
      })
      if (rows.length === 0) return
      after = rows.at(-1)?.entry_id ?? after
      yield rows.map(indexEntry)
    }
  },

  readChanges: (from, to) => readChanges(pool, from, to, changesPerPage),

  async changesSince(from) {
    const change = await this.latestChange()
    const pages: ChangePage[] = []
    for await (const page of this.readChanges(from, change)) pages.push(page)
    return {
      change,
      added: pages.flatMap(({ added }) => added),
      removed: pages.flatMap(({ removed }) => removed),
    }
  },

  async extentOfChanges(change) {
    const { rows } = await pool.query<ChangeExtent>(
      `select coalesce(sum(added + 2 * changed + removed) filter (where list_id <> all($2)), 0)::int as entries,
         coalesce(bool_or(list_id = any($2)), false) as jurisdictions
       from list_versions where version_id > $1`,
      [change, jurisdictions],
    )
    return rows[0] as ChangeExtent
  },

  findEntries: (entryIds) => {
    if (entryIds.length > maxFound) throw new RangeError(`at most ${maxFound} entries at once`)
    return findWhere(pool, 'entry_id = any($1)', [entryIds], entryIds)
  },

  async findJurisdictions(countries, environment: Environment, change) {
    if (countries.length === 0) return []
    return findWhere(
      pool,
      // Each half has its own index.
      `(removed_in is null and added_in <= $4
         and list_id = any($1) and reference = any($2) and audience = any($3))
       or (removed_in > $4 and added_in <= $4
         and list_id = any($1) and reference = any($2) and audience = any($3))`,
      [jurisdictions, countries, audiencesOf(environment), change],
      null,
    )
  },

  async areListed(entries, environment, change) {
    if (entries.length > maxFound) throw new RangeError(`at most ${maxFound} entries at once`)
    const { rows } = await pool.query<{ listed: boolean }>({
      name: 'are entries listed',
      text: `select exists (
          select from list_entries e where e.list_id = asked.list and e.reference = asked.reference
            and e.audience = any($3) and e.added_in <= $4 and e.removed_in is null
        ) or exists (
          select from list_entries e where e.list_id = asked.list and e.reference = asked.reference
            and e.audience = any($3) and e.added_in <= $4 and e.removed_in > $4
        ) as listed
        from unnest($1::text[], $2::text[]) with ordinality as asked(list, reference, place) order by place`,
      values: [
        entries.map(({ list }) => list),
        entries.map(({ reference }) => reference),
        audiencesOf(environment),
        change,
      ],
    })
    return rows.map(({ listed }) => listed)
  },
})

type RemovedRow = Omit<IndexRow, 'facts'>

const readChanges = async function* (
  pool: pg.Pool,
  from: number,
  to: number,
  limit: number,
): AsyncGenerator<ChangePage> {
  const added = (place: Place) =>
    pool.query<IndexRow & { change: number }>(
      `select entry_id, list_id, audience, facts, added_in as change from list_entries
       where (added_in, entry_id) > ($1, $2) and added_in <= $3 and (removed_in is null or removed_in > $3)
         and list_id <> all($4)
       order by added_in, entry_id limit $5`,
      [...place, to, jurisdictions, limit],
    )
  // The last additions share a page with the first removals, so that a change of one page is applied at once.
  let coming: IndexEntry[] = []
  for await (const rows of pagesOf(from, added)) {
    if (coming.length > 0) yield { added: coming, removed: [] }
    coming = rows.map(indexEntry)
  }
  const removed = (place: Place) =>
    pool.query<RemovedRow & { change: number }>(
      `select entry_id, list_id, audience, removed_in as change from list_entries
       where (removed_in, entry_id) > ($1, $2) and removed_in <= $3 and list_id <> all($4)
       order by removed_in, entry_id limit $5`,
      [...place, to, jurisdictions, limit],
    )
  for await (const rows of pagesOf(from, removed)) {
    yield { added: coming, removed: rows.map(removedEntry) }
    coming = []
  }
  if (coming.length > 0) yield { added: coming, removed: [] }
}

const removedEntry = ({ entry_id, list_id, audience }: RemovedRow): ChangePage['removed'][number] => ({
  entryId: entry_id,
  list: list_id,
  audience,
})

/** The end of a page in the order of the index: the change, and the entry in it. */
type Place = readonly [change: number, entryId: number]

const pagesOf = async function* <Row extends { change: number; entry_id: number }>(
  from: number,
  read: (place: Place) => Promise<{ rows: Row[] }>,
): AsyncGenerator<Row[]> {
  // After every entry of the last known change.
  let place: Place = [from, Number.MAX_SAFE_INTEGER]
  for (;;) {
    const { rows } = await read(place)
    const last = rows.at(-1)
    if (!last) return
    place = [last.change, last.entry_id]
    yield rows
  }
}

type FullRow = {
  entry_id: number
  list_id: ListId
  audience: Audience
  reference: string
  content_hash: Buffer
  facts: object
  details: object
  removed_in: number | null
}

const findWhere = async (
  pool: pg.Pool,
  condition: string,
  values: unknown[],
  order: readonly number[] | null,
): Promise<FoundEntry[]> => {
  const [{ rows }, versions] = await Promise.all([
    pool.query<FullRow>(
      `select entry_id, list_id, audience, reference, content_hash, facts, details, removed_in
       from list_entries where ${condition} order by entry_id`,
      values,
    ),
    currentVersions(pool),
  ])
  const found = rows.flatMap((row): FoundEntry[] => {
    const version = versions.find(({ list, audience }) => list === row.list_id && audience === row.audience)
    if (!version) return []
    return [
      {
        entryId: row.entry_id,
        list: row.list_id,
        audience: row.audience,
        version,
        current: row.removed_in === null,
        contentHash: row.content_hash.toString('hex'),
        entry: { reference: row.reference, ...row.facts, ...row.details } as ListEntry,
      },
    ]
  })
  if (!order) return found
  const byId = new Map(found.map((one) => [one.entryId, one]))
  return order.flatMap((id) => byId.get(id) ?? [])
}
