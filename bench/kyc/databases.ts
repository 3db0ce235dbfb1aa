import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** Only the superuser of the embedded PostgreSQL of `dataDir` may create a database, and request a checkpoint. */
export const superuserUrl = async (dataDir: string, url: string): Promise<string> => {
  const own = new URL(url)
  own.username = 'nani'
  own.password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  return own.href
}

export const run = async (url: string, ...texts: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

/** Another database of the same server. */
export const on = (url: string, database: string): string => {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

const settling = ['vacuum analyze citizens', 'checkpoint']

/** Writes of the import that are still pending would be charged to the measured calls. Only a superuser may request a checkpoint. */
export const settleAs = (superuser: string): Promise<void> => run(superuser, ...settling)

/** The same in a database of the embedded PostgreSQL of `dataDir`. */
export const settle = async (dataDir: string, url: string): Promise<void> =>
  settleAs(await superuserUrl(dataDir, url))

/** Waits until every audit entry has a leaf. */
export const untilLogged = async (pool: pg.Pool): Promise<void> => {
  const waiting = `select 1 from audit_entries e where not exists (
    select from audit_leaves l where l.application_id = e.application_id and l.entry_id = e.entry_id and l.day = e.day) limit 1`
  while ((await pool.query(waiting)).rows.length > 0) await setTimeout(500)
}

/** The measurement is of the server, and not of the limits of an application. */
export const removeLimits = async (pool: pg.Pool): Promise<void> => {
  await pool.query(`update applications set burst_per_second = 1000000, quotas = '{}'`)
  await pool.query("select pg_notify('nani_applications', application_id) from applications")
}
