import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** The addresses of the PostgreSQL of an installation, one for each login. */
export type DatabaseServer = { superuser: string; owner: string; app: string }

export const databaseServerOf = (dataDir: string): DatabaseServer => {
  const { url, owner_url } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as {
    url: string
    owner_url: string
  }
  const superuser = new URL(owner_url)
  superuser.username = 'nani'
  superuser.password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  return { superuser: superuser.href, owner: owner_url, app: url }
}

/** The address of another database of the same server. */
export const urlOf = (server: DatabaseServer, login: keyof DatabaseServer, database: string): string => {
  const url = new URL(server[login])
  url.pathname = `/${database}`
  return url.href
}

/** Runs one statement, and returns its rows. */
export const onDatabase = async <Row extends object>(url: string, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const asSuperuser = (server: DatabaseServer, text: string): Promise<object[]> =>
  onDatabase(urlOf(server, 'superuser', 'postgres'), text)

/** For both roles: an empty database, or a copy of another one, to which no one is connected. */
export const createDatabase = async (
  server: DatabaseServer,
  name: string,
  template?: string,
): Promise<void> => {
  const copied = template === undefined ? '' : ` template "${template}"`
  await asSuperuser(server, `create database "${name}" owner nani_owner${copied}`)
}

export const hasDatabase = async (server: DatabaseServer, name: string): Promise<boolean> =>
  (await asSuperuser(server, `select from pg_database where datname = '${name}'`)).length === 1

/** Ends its connections too. */
export const dropDatabase = async (server: DatabaseServer, name: string): Promise<void> => {
  await asSuperuser(server, `drop database if exists "${name}" with (force)`)
}
