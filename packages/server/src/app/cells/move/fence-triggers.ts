import { createHash } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import pg from 'pg'
import { columnOf, type Fenced, fencedTables } from './moved-tables.ts'

/*
 * Each table has two triggers for each fence: one for rows that are written, and one for rows that are deleted. They are put up and
 * taken down together.
 */

const triggerOf = ({ organizationId, owners }: Pick<Fenced, 'organizationId' | 'owners'>) => {
  const of = JSON.stringify([organizationId, ...owners.toSorted()])
  return `nani_move_${createHash('md5').update(of).digest('hex')}`
}

const lockWait = '300ms'
const maxTries = 100
const lockNotAvailable = '55P03'

export const isLockNotAvailable = (error: unknown): boolean =>
  (error as { code?: string }).code === lockNotAvailable

/**
 * Puts up the triggers that are not there. A trigger waits for the transactions that write to its table, and calls wait for the trigger.
 * So it waits for a short time only, and tries again.
 */
export const putUpTriggers = async (source: pg.Pool, fenced: Fenced): Promise<void> => {
  const done = await tablesWithTriggers(source, fenced)
  for (const table of fencedTables)
    if (!done.has(table)) await whenTableIsFree(() => putUpTrigger(source, table, fenced))
}

const putUpTrigger = (source: pg.Pool, table: string, fenced: Fenced): Promise<void> =>
  inTransaction(source, async (client) => {
    await client.query(`set local lock_timeout = '${lockWait}'`)
    await createTriggers(client, table, fenced)
  })

const createTriggers = async (client: pg.ClientBase, table: string, fenced: Fenced): Promise<void> => {
  const name = triggerOf(fenced)
  const list = fenced.owners.map((id) => pg.escapeLiteral(id)).join(', ')
  const call = `execute function refuse_moving(${pg.escapeLiteral(fenced.organizationId)})`
  const is = (row: 'new' | 'old') => `for each row when (${row}.${columnOf(table)} in (${list})) ${call}`
  await client.query(`create or replace trigger ${name}_w before insert or update on ${table} ${is('new')}`)
  await client.query(`create or replace trigger ${name}_d before delete on ${table} ${is('old')}`)
}

/** After a restore: the rows of the fences are there, and their triggers are not. Nothing else uses the database yet. */
export const putUpRestoredTriggers = async (client: pg.ClientBase): Promise<void> => {
  for (const fenced of await readFenced(client))
    for (const table of fencedTables) await createTriggers(client, table, fenced)
}

const whenTableIsFree = async (work: () => Promise<unknown>): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (!isLockNotAvailable(error)) throw error
      if (tries === maxTries) throw inUse(error)
    }
  }
}

export const inUse = (cause: unknown): Refusal =>
  new Refusal(
    'organization_not_moved',
    'A long transaction uses a table of the organization. Nothing is moved.',
    {
      ...{ cause, next: 'Repeat the command.' },
    },
  )

/** The tables with both triggers of a fence. */
const tablesWithTriggers = async (
  database: Pick<pg.ClientBase, 'query'>,
  fenced: Fenced,
): Promise<Set<string>> => {
  const name = triggerOf(fenced)
  const { rows } = await database.query<{ table: string }>(
    `select c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname in ($1 || '_w', $1 || '_d') and t.tgparentid = 0 and t.tgenabled <> 'D'
       and c.relnamespace = 'public'::regnamespace
     group by 1 having count(*) = 2`,
    [name],
  )
  return new Set(rows.map(({ table }) => table))
}

/** Before a database refuses writes for good: a table without triggers would have accepted some. */
export const requireTriggers = async (client: pg.PoolClient, fenced: Fenced): Promise<void> => {
  const done = await tablesWithTriggers(client, fenced)
  const open = fencedTables.find((table) => !done.has(table))
  if (open !== undefined)
    throw new Refusal('organization_not_moved', `The table ${open} accepts writes. Nothing is moved.`, {
      next: 'Repeat the command.',
    })
}

/** Takes down the triggers of fences that are not there any more. A table that is in use is left for the next time. */
export const takeDownTriggers = async (owner: pg.Pool): Promise<void> => {
  const standing = await triggersOfFences(owner)
  const { rows } = await owner.query<{ trigger: string; table: string }>(
    `select distinct left(t.tgname, -2) as trigger, c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname like 'nani\\_move\\_%' and t.tgparentid = 0`,
  )
  for (const { trigger, table } of rows) if (!standing.has(trigger)) await takeDown(owner, trigger, table)
}

const takeDown = (owner: pg.Pool, trigger: string, table: string): Promise<void> =>
  inTransaction(owner, async (client) => {
    await client.query(`set local lock_timeout = '${lockWait}'`)
    // A move that begins waits until the triggers are gone, and then puts them up.
    await client.query('lock table move_fences in share mode')
    if ((await triggersOfFences(client)).has(trigger)) return
    await client.query(`drop trigger if exists ${trigger}_w on ${table}`)
    await client.query(`drop trigger if exists ${trigger}_d on ${table}`)
  }).catch((error: unknown) => {
    if (!isLockNotAvailable(error)) throw error
  })

const triggersOfFences = async (database: Pick<pg.ClientBase, 'query'>): Promise<Set<string>> =>
  new Set((await readFenced(database)).map(triggerOf))

const readFenced = async (database: Pick<pg.ClientBase, 'query'>): Promise<Fenced[]> => {
  const { rows } = await database.query<{ id: string; application_ids: string[]; target: string }>(
    'select organization_id as id, application_ids, target from move_fences',
  )
  return rows.map(({ id, application_ids, target }) => ({
    ...{ organizationId: id, owners: application_ids, target },
  }))
}
