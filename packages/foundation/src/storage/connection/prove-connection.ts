import type pg from 'pg'
import { Refusal } from '../../core/index.ts'
import { connectionFailure, type Destination } from './connection-failure.ts'
import { pinnedSettings, settingsOfUrl } from './pinned-settings.ts'

/**
 * Makes the first connection of a pool, and checks what a pooler in between may take away: the pinned settings, and one
 * connection of PostgreSQL for each of ours. A failure is an error that an operator can repair.
 */
export const proveConnection = async (
  pool: pg.Pool,
  url: string,
  destination: Destination,
): Promise<void> => {
  try {
    const client = await pool.connect()
    try {
      await requireSchema(client, destination)
      await requireSettings(client, url, destination)
      if (await isThroughPooler(client)) await requireOwnConnection(client, pool, destination)
    } finally {
      client.release()
    }
  } catch (error) {
    throw connectionFailure(error, destination) ?? error
  }
}

const requireSchema = async (client: pg.PoolClient, { variable, place }: Destination): Promise<void> => {
  const { rows } = await client.query<{ usable: boolean }>(
    `select coalesce(has_schema_privilege(to_regnamespace('public'), 'usage'), false) as usable`,
  )
  if (rows[0]?.usable) return
  throw new Refusal(
    'database_right_missing',
    `The login of ${variable} may not use the schema public in ${place}, or there is none.`,
  )
}

const requireSettings = async (client: pg.PoolClient, url: string, { place }: Destination): Promise<void> => {
  const names = Object.keys(pinnedSettings).filter((name) => !settingsOfUrl(url).has(name.toLowerCase()))
  const { rows } = await client.query<{ name: string; value: string }>(
    `select name, current_setting(name) as value from unnest($1::text[]) as name`,
    [names],
  )
  const lost = rows.filter(({ name, value }) => value !== pinnedSettings[name as keyof typeof pinnedSettings])
  if (lost.length === 0) return
  throw new Refusal(
    'database_pooler_unsupported',
    `A pooler in front of the database ${place} drops settings of the connection: ${lost.map(({ name }) => name).join(', ')}.`,
  )
}

/** A pooler gives its clients process numbers of its own. */
const isThroughPooler = async (client: pg.PoolClient): Promise<boolean> =>
  (await processOf(client)) !== (client as unknown as { processID: number }).processID

const processOf = async (client: pg.PoolClient): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** With transactions of another client in between, a pooler in transaction mode gives us another connection. */
const requireOwnConnection = async (
  client: pg.PoolClient,
  pool: pg.Pool,
  { place }: Destination,
): Promise<void> => {
  const before = await processOf(client)
  const other = await pool.connect()
  try {
    await other.query('begin')
    const ofOther = await processOf(other)
    const isShared = ofOther === before || (await processOf(client)) !== before
    await other.query('rollback')
    if (!isShared) return
  } finally {
    other.release()
  }
  throw new Refusal(
    'database_pooler_unsupported',
    `The pooler in front of the database ${place} shares a connection between clients (transaction or statement mode).`,
  )
}
