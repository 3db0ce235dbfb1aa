import { Refusal } from '@nani/foundation/core/index.ts'
import { createPartition, inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { deleteLeft, deleteSome, rowsOfTurn, tablesWithRows } from './delete-applications.ts'
import { anotherCommand, passFence } from './fence.ts'
import { type Fenced, isPartitioned, movedTables, type Part, rowsOf, type Summary } from './moved-tables.ts'
import { parentsFirst, parentsOf } from './table-order.ts'

/*
 * The rows of an organization are copied to a table that nothing else reads. So background work of the other database sees none of them
 * before the move. Both databases count them and add their hashes up, by table and day.
 */

/** The columns of each table, without those whose numbers a database gives itself. */
export type Shapes = ReadonlyMap<string, string>

export const shapesOf = async (database: Pick<pg.Pool, 'query'>): Promise<Shapes> => {
  const { rows } = await database.query<{ table: string; columns: string }>(
    `select c.relname as table, string_agg(quote_ident(attname), ', ' order by attname) as columns
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and attnum > 0 and not attisdropped
       and attidentity = '' and attgenerated = '' group by 1`,
    [movedTables],
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** A database of a newer release may have columns that the other one does not have. */
export const requireSameShapes = (source: Shapes, target: Shapes): void => {
  const other = movedTables.find((table) => source.get(table) !== target.get(table))
  if (other !== undefined)
    throw new Refusal('organization_not_moved', `The databases have different columns of ${other}.`, {
      next: 'Migrate all databases first.',
    })
}

const partOf = (table: string): string => (isPartitioned(table) ? 'day::text' : `''`)
const summed = `count(*)::int as rows, sum(('x' || left(md5(content::text), 15))::bit(60)::bigint)::text as hash`

const contentOf = (table: string, shapes: Shapes): string =>
  `(select row_to_json(r) from (select ${shapes.get(table)?.replaceAll(/[^ ]+/g, (column) => `t.${column}`)}) as r)`

/** What a database has of an organization in the tables of the product. */
export const summaryOf = async (
  database: Pick<pg.ClientBase, 'query'>,
  shapes: Shapes,
  owners: readonly string[],
): Promise<Summary[]> => {
  const parts = movedTables.map(
    (table) =>
      `select '${table}' as "table", part, ${summed}
       from (select ${partOf(table)} as part, ${contentOf(table, shapes)} as content from ${table} t
             where ${rowsOf(table, '$1')}) as found group by part`,
  )
  // One statement: writes are refused while it runs.
  return (await database.query<Summary>(parts.join(' union all '), [owners])).rows
}

/** What has arrived. */
export const arrivedSummary = async (
  database: Pick<pg.ClientBase, 'query'>,
  organizationId: string,
): Promise<Summary[]> => {
  const { rows } = await database.query<Summary>(
    `select table_name as table, part, ${summed} from moved_rows
     where organization_id = $1 and state = 'arriving' group by table_name, part`,
    [organizationId],
  )
  return rows
}

const nameOf = ({ table, part }: Part): string => `${table} ${part}`

/** The parts of which the two differ. */
export const differences = (one: readonly Summary[], other: readonly Summary[]): Part[] => {
  const others = new Map(other.map((summary) => [nameOf(summary), summary]))
  const names = new Set(one.map(nameOf))
  const isEqual = (summary: Summary): boolean => {
    const { rows, hash } = others.get(nameOf(summary)) ?? {}
    return summary.rows === rows && summary.hash === hash
  }
  return [
    ...one.filter((summary) => !isEqual(summary)),
    ...other.filter((summary) => !names.has(nameOf(summary))),
  ]
}

type Databases = { source: pg.Pool; target: pg.Pool }
export type Copying = Databases &
  Pick<Fenced, 'organizationId' | 'owners'> & {
    shapes: Shapes
    progress(done: number, total: number, note: string): void
  }

/** Copies the parts that differ, and returns what the source had before. */
export const copyDifferences = async (copying: Copying): Promise<Summary[]> => {
  const { source, target, shapes, owners, organizationId, progress } = copying
  const summary = await summaryOf(source, shapes, owners)
  const parts = differences(summary, await arrivedSummary(target, organizationId))
  for (const [at, part] of parts.entries()) {
    await copyPart(copying, part)
    progress(at + 1, parts.length, `${part.table} ${part.part}`.trim())
  }
  return summary
}

const batchSize = 50

/**
 * Copies the rows of a part that are not there, and removes those that are not in the source any more. Equal rows are counted: two
 * commands at once may have copied a row twice.
 */
const copyPart = async (
  { source, target, shapes, owners, organizationId }: Copying,
  { table, part }: Part,
): Promise<void> => {
  const content = `${contentOf(table, shapes)}::text`
  const ofPart = `${rowsOf(table, '$1')} ${isPartitioned(table) ? 'and day = $2::date' : `and $2 = ''`}`
  const arrived = `organization_id = $1 and state = 'arriving' and table_name = $2 and part = $3`
  const [wanted, found] = await Promise.all([
    hashesOf(source, `select md5(${content}) as hash from ${table} t where ${ofPart}`, [owners, part]),
    hashesOf(target, `select md5(content::text) as hash from moved_rows where ${arrived}`, [
      organizationId,
      table,
      part,
    ]),
  ])
  const differing = [...new Set([...wanted.keys(), ...found.keys()])].filter(
    (hash) => wanted.get(hash) !== found.get(hash),
  )
  await inTransaction(target, async (to) => {
    await to.query(`delete from moved_rows where ${arrived} and md5(content::text) = any($4)`, [
      ...[organizationId, table, part],
      differing,
    ])
    await inTransaction(source, async (from) => {
      await from.query(
        `declare found_rows cursor for select content from (select ${content} as content from ${table} t where ${ofPart}) as found
         where md5(content) = any($3)`,
        [owners, part, differing],
      )
      for (;;) {
        const { rows } = await from.query<{ content: string }>(`fetch ${batchSize} from found_rows`)
        if (rows.length === 0) return
        await to.query(
          `insert into moved_rows (organization_id, state, table_name, part, content, written_at)
           select $1, 'arriving', $2, $3, content::json, clock_timestamp() from unnest($4::text[]) as content`,
          [organizationId, table, part, rows.map((row) => row.content)],
        )
      }
    })
  })
}

/** How many rows have each hash. */
const hashesOf = async (
  database: pg.Pool,
  hashes: string,
  values: unknown[],
): Promise<Map<string, number>> => {
  const { rows } = await database.query<{ hash: string; rows: number }>(
    `select hash, count(*)::int as rows from (${hashes}) as found group by hash`,
    values,
  )
  return new Map(rows.map((row) => [row.hash, row.rows]))
}

/** Creates the partitions of the days that have arrived, so that it takes no time while writes are refused. */
export const createArrivedPartitions = async (target: pg.Pool, organizationId: string): Promise<void> => {
  for (const { table, part } of await arrivedSummary(target, organizationId))
    if (part !== '') await createPartition(target, table, part)
}

/** Removes what an earlier move left in the target. The fence shows that the organization is still away. */
export const clearTarget = async (target: pg.Pool, { organizationId, owners }: Fenced): Promise<void> => {
  const turn = <Result>(work: (client: pg.PoolClient) => Promise<Result>) =>
    inTransaction(target, async (client) => {
      const { rowCount } = await client.query(
        'select from move_fences where organization_id = $1 and moved_at is not null for update',
        [organizationId],
      )
      if (rowCount === 0) throw anotherCommand()
      await passFence(client, organizationId)
      return work(client)
    })
  for (const table of await turn((client) => tablesWithRows(client, owners)))
    while ((await turn((client) => deleteSome(client, table, owners))) === rowsOfTurn);
  while ((await turn((client) => deleteLeft(client, organizationId))) === rowsOfTurn);
}

/** Writes the rows that have arrived to the tables of the product. */
export const insertArrived = async (
  client: pg.PoolClient,
  organizationId: string,
  shapes: Shapes,
): Promise<void> => {
  await passFence(client, organizationId)
  const { rows } = await client.query<{ table: string }>(
    `select distinct table_name as table from moved_rows where organization_id = $1 and state = 'arriving'`,
    [organizationId],
  )
  const arrived = movedTables.filter((table) => rows.some((row) => row.table === table))
  for (const table of parentsFirst(await parentsOf(client), arrived)) {
    const columns = shapes.get(table)
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from (
         select r.* from moved_rows m, json_populate_record(null::${table}, m.content) r
         where m.organization_id = $1 and m.state = 'arriving' and m.table_name = '${table}') as arrived`,
      [organizationId],
    )
  }
  await client.query(`delete from moved_rows where organization_id = $1 and state = 'arriving'`, [
    organizationId,
  ])
  // What the database checks at the commit is checked before the database of before refuses writes for good.
  await client.query('set constraints all immediate')
}

/** The first part of which the two differ. Null: there is none. */
export const firstDifference = (source: readonly Summary[], target: readonly Summary[]): string | null => {
  const [first] = differences(source, target)
  return first ? nameOf(first).trim() : null
}
