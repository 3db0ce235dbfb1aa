import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const DIRECTORY = join(import.meta.dirname, 'migrations')
const FILE_NAME = /^(\d{3,})-[a-z0-9-]+\.sql$/
/** Any number that no other advisory lock of ours uses: "nani" in ASCII. */
const ADVISORY_LOCK = 0x6e616e69
const LOCK_WAIT_MS = 300_000

type Migration = { number: number; name: string; sql: string; checksum: string }

/**
 * Brings the schema up to date and returns the names of the files it applied. Processes that start
 * together take turns, so that each file is applied once.
 */
export async function migrate(pool: pg.Pool, directory = DIRECTORY): Promise<string[]> {
  const migrations = await readMigrations(directory)
  // A connection of its own: a migration may run longer than the pool lets a call's statement run.
  const client = new pg.Client({
    ...pool.options,
    statement_timeout: 0,
    query_timeout: 0,
    lock_timeout: LOCK_WAIT_MS,
  })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    const pending = pendingOf(migrations, await readRecorded(client))
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    // The end of the connection gives the lock back.
    await client.end()
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql'))
  const migrations = await Promise.all(names.map((name) => readMigration(directory, name)))
  migrations.sort((a, b) => a.number - b.number)
  migrations.forEach((migration, index) => {
    if (migrations[index + 1]?.number === migration.number)
      throw new Error(
        `Two migrations have number ${migration.number}: ${migration.name}, ${migrations[index + 1]?.name}`,
      )
  })
  return migrations
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const number = FILE_NAME.exec(name)?.[1]
  if (!number) throw new Error(`The migration ${name} is not named NNN-name.sql`)
  // Line ends may change with a checkout; they are no change of the migration.
  const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
  return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

async function readRecorded(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function pendingOf(migrations: Migration[], recorded: Map<string, string>): Migration[] {
  const known = new Set(migrations.map(({ name }) => name))
  for (const name of recorded.keys())
    if (!known.has(name))
      throw new Error(
        `The database has migration ${name}, which this version of Nani does not know: it is newer.`,
      )
  const pending = migrations.filter(({ name }) => !recorded.has(name))
  for (const { name, checksum } of migrations)
    if (recorded.has(name) && recorded.get(name) !== checksum)
      throw new Error(
        `The migration ${name} has changed since it was applied. Restore it and add a new one instead.`,
      )
  const lastApplied = migrations.findLast(({ name }) => recorded.has(name))
  const late = pending.find(({ number }) => lastApplied && number < lastApplied.number)
  if (late)
    throw new Error(
      `The migration ${late.name} comes before ${lastApplied?.name}, which is applied. Give it a higher number.`,
    )
  return pending
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
