import { createHash } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction, tables, takeTasks, tenantColumn } from '@nani/foundation/storage/index.ts'
import pg from 'pg'

/*
 * A fence refuses the writes of an organization in the database that it leaves: those of calls, of background work and of acts. It is
 * closed for some seconds and opens by itself, so that a move that is killed costs its callers no more than that. When all rows are in
 * the other database, it is closed for good.
 */

/** Evidence stays in the database in which it was written: its transparency log and its archive have it. */
const evidence = ['audit_entries']
/** Rows of the last hour, which one statement writes for many applications: a fence would refuse those of all. */
const shortLived = ['lookup_sketches']
const staying = [...evidence, ...shortLived]

/** The tables with rows of applications that move. `applications` is first, because others have a foreign key to it. */
export const movedTables: readonly string[] = [
  'applications',
  ...Object.keys(tables).filter(
    (table) => tables[table]?.kind.kind === 'tenant' && table !== 'applications' && !staying.includes(table),
  ),
]

/** A call that only reads writes nothing but its entry. It is refused too: what it reads may have left. */
const fencedTables = [...movedTables, ...evidence]

export const isPartitioned = (table: string): boolean => tables[table]?.partition !== undefined

/**
 * Processes find out about a move within five seconds. Until then they look for the keys in the database of before, and must find
 * them: an application that is not found would get 401.
 */
export const tablesOfKeys: readonly string[] = ['client_certificates', 'api_keys', 'applications']

/** Background work looks at these rows, so that none of them may stay. */
const worked = movedTables.filter((table) => !isPartitioned(table) && !tablesOfKeys.includes(table))

export type Fenced = {
  organizationId: string
  applicationIds: readonly string[]
  /** A cell, or `home`. */
  target: string
}

/** What the database of before knows of a move. */
export type Fence = Fenced & { isMoved: boolean }

type Row = { organization_id: string; application_ids: string[]; target: string; moved_at: Date | null }

export const readFence = async (database: Pick<pg.Pool, 'query'>, organizationId: string) => {
  const { rows } = await database.query<Row>(
    'select organization_id, application_ids, target, moved_at from move_fences where organization_id = $1',
    [organizationId],
  )
  const [row] = rows
  if (!row) return null
  const { application_ids: applicationIds, target, moved_at } = row
  const fence: Fence = { organizationId, applicationIds, target, isMoved: moved_at !== null }
  return fence
}

/** Moves that can only be completed, and were not in this time. */
export const incompleteMoves = async (
  database: Pick<pg.Pool, 'query'>,
  afterMs: number,
): Promise<Pick<Fence, 'organizationId' | 'target'>[]> => {
  const { rows } = await database.query<Row>(
    `select organization_id, target from move_fences where completed_at is null
     and moved_at < clock_timestamp() - $1 * interval '1 millisecond'`,
    [afterMs],
  )
  return rows.map(({ organization_id: organizationId, target }) => ({ organizationId, target }))
}

/** Lets the statements of this transaction through the fence. */
export const passFence = async (client: pg.ClientBase, organizationId: string): Promise<void> => {
  await client.query(`select set_config('nani.moves', $1, true)`, [organizationId])
}

const triggerOf = ({ organizationId, applicationIds }: Fenced): string => {
  const of = JSON.stringify([organizationId, ...applicationIds.toSorted()])
  return `nani_move_${createHash('md5').update(of).digest('hex')}`
}

const lockWait = '300ms'
const maxTries = 100
const lockNotAvailable = '55P03'

/**
 * Puts up an open fence. A trigger waits for the transactions that write to its table, and calls wait for the trigger. So it waits for
 * a short time only, and tries again.
 */
export const putUpFence = async (source: pg.Pool, fenced: Fenced): Promise<void> => {
  const { organizationId, applicationIds, target } = fenced
  await source.query(
    `insert into move_fences (organization_id, application_ids, target, begun_at) values ($1, $2, $3, clock_timestamp())
     on conflict (organization_id) do update set application_ids = excluded.application_ids, target = excluded.target,
       begun_at = excluded.begun_at, refuses_until = '-infinity' where move_fences.moved_at is null`,
    [organizationId, applicationIds, target],
  )
  const name = triggerOf(fenced)
  const { rows } = await source.query<{ table: string }>(
    `select c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = $1 || '_d'`,
    [name],
  )
  const done = new Set(rows.map(({ table }) => table))
  for (const table of fencedTables) if (!done.has(table)) await putUpTrigger(source, table, name, fenced)
}

const putUpTrigger = async (
  source: pg.Pool,
  table: string,
  name: string,
  { organizationId, applicationIds }: Fenced,
): Promise<void> => {
  const list = applicationIds.map((id) => pg.escapeLiteral(id)).join(', ')
  const call = `execute function refuse_moving(${pg.escapeLiteral(organizationId)})`
  const is = (row: 'new' | 'old') => `for each row when (${row}.${tenantColumn} in (${list})) ${call}`
  await whenTableIsFree(() =>
    inTransaction(source, async (client) => {
      await client.query(`set local lock_timeout = '${lockWait}'`)
      await client.query(`create trigger ${name}_w before insert or update on ${table} ${is('new')}`)
      await client.query(`create trigger ${name}_d before delete on ${table} ${is('old')}`)
    }),
  )
}

const whenTableIsFree = async (work: () => Promise<unknown>): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await work()
      return
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      if (tries === maxTries) throw inUse(error)
    }
  }
}

const inUse = (cause: unknown): Refusal =>
  new Refusal(
    'organization_not_moved',
    'A long transaction uses a table of the organization. Nothing is moved.',
    {
      ...{ cause, next: 'Repeat the command.' },
    },
  )

/** Closes the fence for a time, after the transactions that it let through. Writes of the organization are refused from then on. */
export const closeFence = async (
  source: pg.Pool,
  { organizationId }: Fenced,
  forMs: number,
): Promise<void> => {
  await inTransaction(source, async (client) => {
    await client.query(`set local lock_timeout = '2s'`)
    await client.query('select from move_fences where organization_id = $1 for update', [organizationId])
    await client.query(
      `update move_fences set refuses_until = clock_timestamp() + $2 * interval '1 millisecond'
       where organization_id = $1 and moved_at is null`,
      [organizationId, forMs],
    )
  }).catch((error: unknown) => {
    throw (error as { code?: string }).code === lockNotAvailable ? inUse(error) : error
  })
}

/** Opens the fence before its time is over. */
export const openFence = async (source: pg.Pool, organizationId: string): Promise<void> => {
  await source.query(
    `update move_fences set refuses_until = '-infinity' where organization_id = $1 and moved_at is null`,
    [organizationId],
  )
}

/** The fence opened before the move was ready: writes may have happened since. */
const tookTooLong = (): Refusal =>
  new Refusal(
    'organization_not_moved',
    'The move took longer than writes may be refused. Nothing is moved.',
    {
      next: 'Repeat it, and let it refuse writes for a longer time.',
    },
  )

/** What is left of the time for the commits and for home, which names the other database. */
const restMs = 1_000

/**
 * Closes the fence for good, in a transaction of the database of before. From then on the rows of the other database are those of the
 * organization. What background work would see is kept for a day in another table. `filled`: the tables that have rows of it.
 */
export const closeForGood = async (
  client: pg.PoolClient,
  { organizationId, applicationIds }: Fenced,
  filled: ReadonlySet<string>,
): Promise<void> => {
  await passFence(client, organizationId)
  await client.query('select from move_fences where organization_id = $1 for update', [organizationId])
  const { rowCount } = await client.query(
    `update move_fences set moved_at = clock_timestamp()
     where organization_id = $1 and moved_at is null
       and refuses_until - $2 * interval '1 millisecond' > clock_timestamp()`,
    [organizationId, restMs],
  )
  if (rowCount === 0) throw tookTooLong()
  for (const table of childrenFirst(
    await parentsOf(client),
    worked.filter((table) => filled.has(table)),
  ))
    await client.query(
      `with gone as (delete from ${table} t where ${tenantColumn} = any($2) returning row_to_json(t) as content)
       insert into moved_rows (organization_id, state, table_name, part, content, written_at)
       select $1, 'left', '${table}', '', content, clock_timestamp() from gone`,
      [organizationId, applicationIds],
    )
  await client.query(
    `insert into moved_rows (organization_id, state, table_name, part, content, written_at)
     select $1, 'left', $2, '', content, clock_timestamp() from unnest($3::json[]) as content`,
    [
      organizationId,
      tasksLeft,
      (await takeTasks(client, applicationIds)).map((task) => JSON.stringify(task)),
    ],
  )
}

/** The name under which the tasks of the queue are kept. */
export const tasksLeft = 'pgboss.job'

/** The foreign keys between moved tables. */
export const parentsOf = async (client: Pick<pg.ClientBase, 'query'>): Promise<Map<string, string[]>> => {
  const { rows } = await client.query<{ child: string; parents: string[] }>(
    `select conrelid::regclass::text as child, array_agg(confrelid::regclass::text) as parents from pg_constraint
     where contype = 'f' and conparentid = 0 and conrelid <> confrelid group by 1`,
  )
  return new Map(rows.map(({ child, parents }) => [child, parents]))
}

/** Tables in an order in which each comes after those that it names with a foreign key. */
export const parentsFirst = (parents: ReadonlyMap<string, string[]>, some: readonly string[]): string[] => {
  const ordered = new Set<string>()
  const add = (table: string): void => {
    for (const parent of parents.get(table) ?? []) if (some.includes(parent)) add(parent)
    ordered.add(table)
  }
  for (const table of some) add(table)
  return [...ordered]
}

export const childrenFirst = (parents: ReadonlyMap<string, string[]>, some: readonly string[]): string[] =>
  parentsFirst(parents, some).toReversed()

/** Takes down the triggers of fences that are not there any more. A table that is in use is left for the next time. */
export const takeDownTriggers = async (owner: pg.Pool): Promise<void> => {
  const standing = await owner.query<Row>('select organization_id, application_ids, target from move_fences')
  const names = standing.rows.map((row) =>
    triggerOf({ ...row, organizationId: row.organization_id, applicationIds: row.application_ids }),
  )
  const { rows } = await owner.query<{ trigger: string; table: string }>(
    `select t.tgname as trigger, c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname like 'nani\\_move\\_%' and t.tgparentid = 0 and left(t.tgname, -2) <> all($1)`,
    [names],
  )
  for (const { trigger, table } of rows)
    await inTransaction(owner, async (client) => {
      await client.query(`set local lock_timeout = '${lockWait}'`)
      await client.query(`drop trigger ${trigger} on ${table}`)
    }).catch((error: unknown) => {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
    })
}
