import { Refusal } from '@nani/foundation/core/index.ts'
import { copiedTables } from '@nani/foundation/storage/index.ts'
import pg from 'pg'

/*
 * The copies of tables of home in a cell are made by the logical replication of PostgreSQL: one publication in home, and a slot and a
 * subscription for each cell.
 */
const publication = 'nani_cells'
const subscription = 'nani_home'

/** Each cell has a slot in home. Home keeps its log until the cell has read it. */
export const slotOf = (cell: string): string => `nani_cell_${cell}`

/** Publishes the copied tables in home, and lets the login of a cell read them. Safe to repeat. */
export const publishCopies = async (homeOwner: pg.Pool, login: string): Promise<void> => {
  const { rows: level } = await homeOwner.query<{ wal_level: string }>('show wal_level')
  if (level[0]?.wal_level !== 'logical')
    throw new Refusal(
      'copies_not_possible',
      'The server of home has another wal_level than logical. Set it, and start PostgreSQL again.',
    )
  const { rows } = await homeOwner.query<{ name: string }>(
    'select tablename as name from pg_publication_tables where pubname = $1 order by tablename collate "C"',
    [publication],
  )
  const published = rows.map(({ name }) => name)
  const { rowCount: exists } = await homeOwner.query('select from pg_publication where pubname = $1', [
    publication,
  ])
  const names = copiedTables.join(', ')
  if (exists === 0) await homeOwner.query(`create publication ${publication} for table ${names}`)
  else if (published.join(', ') !== names)
    await homeOwner.query(`alter publication ${publication} set table ${names}`)
  const role = pg.escapeIdentifier(login)
  await homeOwner.query(`grant usage on schema public to ${role}`)
  await homeOwner.query(`grant select on ${names} to ${role}`)
}

export const requireReplicationRight = async (home: pg.Pool): Promise<void> => {
  const { rows } = await home.query<{ may: boolean }>(
    'select rolreplication or rolsuper as may from pg_roles where rolname = current_user',
  )
  if (rows[0]?.may) return
  throw new Refusal(
    'copies_not_possible',
    'The login of NANI_CELL_HOME_URL has not the attribute REPLICATION in home.',
  )
}

/** False also if home gave up its log for a cell that was away for too long (max_slot_wal_keep_size). */
export const hasSlot = async (home: pg.Pool, cell: string): Promise<boolean> => {
  const { rowCount } = await home.query(
    `select from pg_replication_slots where slot_name = $1 and wal_status is distinct from 'lost'`,
    [slotOf(cell)],
  )
  return rowCount !== 0
}

/** From then on home keeps what the cell has to read. What was before is not in the slot. */
export const createSlot = async (home: pg.Pool, cell: string): Promise<void> => {
  await dropSlot(home, cell)
  await home.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [slotOf(cell)])
}

const ownSubscription = `select oid from pg_subscription where subname = '${subscription}'
  and subdbid = (select oid from pg_database where datname = current_database())`

/** Whether the cell reads its slot. An operator disables the subscription to have everything copied again. */
export const isSubscribed = async (owner: pg.Pool, cell: string): Promise<boolean> => {
  const { rowCount } = await owner.query(`${ownSubscription} and subenabled and subslotname = $1`, [
    slotOf(cell),
  ])
  return rowCount !== 0
}

/** The tables of which the cell has no complete copy yet. */
export const uncopiedTables = (cell: Pick<pg.Pool, 'query'>): Promise<string[]> =>
  tablesWithout(cell, ['r', 's'])

const tablesWithout = async (cell: Pick<pg.Pool, 'query'>, states: readonly string[]): Promise<string[]> => {
  const { rows } = await cell.query<{ name: string }>(
    `select c.relname as name from pg_subscription_rel r join pg_class c on c.oid = r.srrelid
     where r.srsubid in (${ownSubscription}) and r.srsubstate = any($1)`,
    [states],
  )
  const found = new Set(rows.map(({ name }) => name))
  return copiedTables.filter((name) => !found.has(name))
}

const everyState = ['i', 'd', 'f', 's', 'r']

/** Begins to copy tables of home to the cell, or goes on with those that a release added. Safe to repeat. */
export const subscribeToHome = async (owner: pg.Pool, cell: string, homeUrl: string): Promise<void> => {
  await requireSubscriptionRight(owner)
  const connection = pg.escapeLiteral(homeUrl)
  const { rowCount: exists } = await owner.query(ownSubscription)
  const fresh = await tablesWithout(owner, everyState)
  // Migrations write first rows, which the copy brings too.
  if (fresh.length > 0) await owner.query(`truncate ${fresh.join(', ')}`)
  try {
    if (exists === 0) {
      await owner.query(
        `create subscription ${subscription} connection ${connection} publication ${publication}
         with (create_slot = false, slot_name = '${slotOf(cell)}')`,
      )
      return
    }
    await owner.query(`alter subscription ${subscription} connection ${connection}`)
    await owner.query(`alter subscription ${subscription} refresh publication`)
  } catch (error) {
    if ((error as { code?: string }).code !== connectionFailed) throw error
    throw new Refusal(
      'copies_not_possible',
      'The PostgreSQL of the cell cannot connect to home with NANI_CELL_HOME_URL.',
      { cause: error },
    )
  }
}

const connectionFailed = '08006'

/** Since version 16 a role of its own gives this right. */
const requireSubscriptionRight = async (owner: pg.Pool): Promise<void> => {
  const { rows } = await owner.query<{ may: boolean }>(
    `select rolsuper or coalesce((select pg_has_role(current_user, oid, 'usage') from pg_roles
       where rolname = 'pg_create_subscription'), false) as may from pg_roles where rolname = current_user`,
  )
  if (rows[0]?.may) return
  throw new Refusal(
    'copies_not_possible',
    'The owner of the cell may not create a subscription. Grant it pg_create_subscription, or in PostgreSQL 15 make it a superuser.',
  )
}

/** Ends the copying in the cell. It needs no connection to home. */
export const endSubscription = async (owner: pg.Pool): Promise<void> => {
  const { rowCount } = await owner.query(ownSubscription)
  if (rowCount === 0) return
  await owner.query(`alter subscription ${subscription} disable`)
  await owner.query(`alter subscription ${subscription} set (slot_name = none)`)
  await owner.query(`drop subscription ${subscription}`)
}

/** Home keeps no log for the cell any more. The server may end a connection that still reads. */
export const dropSlot = async (home: pg.Pool, cell: string): Promise<void> => {
  await home.query(
    `select pg_terminate_backend(active_pid, 5000) from pg_replication_slots
     where slot_name = $1 and active_pid is not null`,
    [slotOf(cell)],
  )
  await home.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
    [slotOf(cell)],
  )
}
