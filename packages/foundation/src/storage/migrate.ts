import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { errorLine, Refusal } from '../core/index.ts'
import { clientLike } from './connection/nani-client.ts'

const migrationsDirectory = join(import.meta.dirname, 'migrations')
const fileName = /^(\d{3,})-[a-z0-9-]+\.sql$/
/** Any number that no other advisory lock of ours uses: "nani" in ASCII. */
const advisoryLock = 0x6e616e69
const lockWaitMs = 300_000

/** The first line of a migration that the previous release can work with. See docs/adding-a-migration.md. */
const expandOnlyMark = '-- expand-only\n'

type Migration = { number: number; name: string; sql: string; checksum: string; expandOnly: boolean }

/**
 * Brings the schema up to date and returns the names of the files it applied. Processes that start
 * together take turns, so that each file is applied once.
 */
export const migrate = async (pool: pg.Pool, directory = migrationsDirectory): Promise<string[]> => {
  const migrations = await readMigrations(directory)
  // Most starts find a current schema. They need no turn, which takes a connection.
  if ((await hasSchema(pool)) && pendingOf(migrations, await readRecorded(pool)).length === 0) return []
  // A connection of its own: a migration may run longer than the pool lets a call's statement run.
  const client = clientLike(pool, {
    statement_timeout: 0,
    query_timeout: 0,
    lock_timeout: lockWaitMs,
  })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await ensureRecord(client)
    const pending = pendingOf(migrations, await readRecorded(client))
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    // The end of the connection gives the lock back.
    await client.end()
  }
}

/** Whether the database was ever migrated. */
export const hasSchema = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ found: boolean }>(
    `select to_regclass('schema_migrations') is not null as found`,
  )
  return rows[0]?.found === true
}

/** The names of the migrations of this version that the database does not have. Changes nothing. */
export const pendingMigrations = async (
  pool: pg.Pool,
  directory = migrationsDirectory,
): Promise<string[]> => {
  const migrations = await readMigrations(directory)
  const recorded = (await hasSchema(pool)) ? await readRecorded(pool) : new Map<string, MigrationRecord>()
  return pendingOf(migrations, recorded).map(({ name }) => name)
}

/** The names of the applied migrations that this version does not have: a newer one has expanded the schema. */
export const newerMigrations = async (
  pool: Pick<pg.ClientBase, 'query'>,
  directory = migrationsDirectory,
): Promise<string[]> => {
  const known = new Set((await readMigrations(directory)).map(({ name }) => name))
  return [...(await readRecorded(pool)).keys()].filter((name) => !known.has(name))
}

/** Those of this version do not change while a process runs, which compares them with several databases. */
let ofThisVersion: Promise<Migration[]> | undefined

const readMigrations = (directory: string): Promise<Migration[]> => {
  if (directory !== migrationsDirectory) return readDirectory(directory)
  ofThisVersion ??= readDirectory(directory)
  // Files that could not be read are read again.
  ofThisVersion.catch(() => {
    ofThisVersion = undefined
  })
  return ofThisVersion
}

const readDirectory = async (directory: string): Promise<Migration[]> => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql'))
  const migrations = await Promise.all(names.map((name) => readMigration(directory, name)))
  migrations.sort((a, b) => a.number - b.number)
  migrations.forEach((migration, index) => {
    if (migrations[index + 1]?.number === migration.number)
      throw new Refusal(
        'migration_invalid',
        `Two migrations have number ${migration.number}: ${migration.name}, ${migrations[index + 1]?.name}`,
      )
  })
  return migrations
}

const readMigration = async (directory: string, name: string): Promise<Migration> => {
  const number = fileName.exec(name)?.[1]
  if (!number) throw new Refusal('migration_invalid', `The migration ${name} is not named NNN-name.sql`)
  // Line ends may change with a checkout; they are no change of the migration.
  const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { number: Number(number), name, sql, checksum, expandOnly: sql.startsWith(expandOnlyMark) }
}

const ensureRecord = async (client: pg.Client): Promise<void> => {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  // Altered only when it must be: the lock for it would wait for the end of a backup.
  const { rowCount } = await client.query(
    `select from pg_attribute
     where attrelid = 'schema_migrations'::regclass and attname = 'expand_only' and not attisdropped`,
  )
  if (rowCount === 0) await client.query('alter table schema_migrations add column expand_only boolean')
}

type MigrationRecord = { checksum: string; expandOnly: boolean }

const readRecorded = async (
  database: Pick<pg.ClientBase, 'query'>,
): Promise<Map<string, MigrationRecord>> => {
  // As JSON, because a database of an earlier release does not have the newest column.
  const { rows } = await database.query<{ name: string; checksum: string; expand_only: boolean }>(
    `select name, checksum, coalesce((to_jsonb(m) ->> 'expand_only')::boolean, false) as expand_only
     from schema_migrations m order by name`,
  )
  return new Map(rows.map(({ name, checksum, expand_only }) => [name, { checksum, expandOnly: expand_only }]))
}

const pendingOf = (migrations: Migration[], recorded: Map<string, MigrationRecord>): Migration[] => {
  const known = new Set(migrations.map(({ name }) => name))
  // A newer release may have expanded the schema: this release goes on without what was added.
  for (const [name, { expandOnly }] of recorded)
    if (!known.has(name) && !expandOnly)
      throw new Refusal(
        'migration_invalid',
        `The database has migration ${name}, which this version of Nani does not know: it is newer.`,
      )
  const pending = migrations.filter(({ name }) => !recorded.has(name))
  for (const { name, checksum } of migrations)
    if (recorded.has(name) && recorded.get(name)?.checksum !== checksum)
      throw new Refusal(
        'migration_invalid',
        `The migration ${name} has changed since it was applied. Restore it and add a new one instead.`,
      )
  const lastApplied = migrations.findLast(({ name }) => recorded.has(name))
  const late = pending.find(({ number }) => lastApplied && number < lastApplied.number)
  if (late)
    throw new Refusal(
      'migration_invalid',
      `The migration ${late.name} comes before ${lastApplied?.name}, which is applied. Give it a higher number.`,
    )
  return pending
}

const apply = async (client: pg.Client, { name, sql, checksum, expandOnly }: Migration): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum, expand_only) values ($1, $2, $3)', [
      name,
      checksum,
      expandOnly,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    // PostgreSQL quotes the values of rows.
    throw new Refusal('migration_failed', `The migration ${name} failed: ${errorLine(error)}`, {
      cause: error,
    })
  }
}
