import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { migrate, pendingMigrations } from './migrate.ts'

let database: TestDatabase
let directory: string

beforeEach(async () => {
  database = await createTestDatabase()
  // The clone has the product's own schema; these tests bring their own files.
  await database.pool.query('drop schema public cascade')
  await database.pool.query('create schema public')
  directory = await mkdtemp(join(tmpdir(), 'nani-migrations-'))
})

afterEach(async () => {
  await database.drop()
  await rm(directory, { recursive: true })
})

const write = (name: string, sql: string) => writeFile(join(directory, name), sql)

const tables = async (): Promise<string[]> => {
  const { rows } = await database.pool.query(
    `select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
  )
  return rows.map(({ tablename }) => tablename)
}

test('applies the files in the order of their numbers, once', async () => {
  await write('010-third.sql', 'create table c (b_id int references b); create index on c (b_id)')
  await write('001-first.sql', 'create table a (id int primary key)')
  await write('002-second.sql', 'create table b (id int primary key references a)')
  expect(await migrate(database.pool, directory)).toEqual([
    '001-first.sql',
    '002-second.sql',
    '010-third.sql',
  ])
  expect(await migrate(database.pool, directory)).toEqual([])
  await write('011-fourth.sql', 'create table d (id int)')
  expect(await migrate(database.pool, directory)).toEqual(['011-fourth.sql'])
  expect(await tables()).toEqual(['a', 'b', 'c', 'd'])
})

test('a file that fails leaves nothing of itself and everything before it', async () => {
  await write('001-good.sql', 'create table a (id int)')
  await write('002-bad.sql', 'create table b (id int); select 1 / 0')
  await expect(migrate(database.pool, directory)).rejects.toThrow('002-bad.sql failed: error [22012]')
  expect(await tables()).toEqual(['a'])
  await write('002-bad.sql', 'create table b (id int)')
  expect(await migrate(database.pool, directory)).toEqual(['002-bad.sql'])
})

test('the failure of a file quotes no row', async () => {
  await write('001-good.sql', "create table a (name text); insert into a values ('Kabeya')")
  await write('002-bad.sql', 'alter table a alter name type int using name::int')
  const failure = await migrate(database.pool, directory).catch((error: Error) => error.message)
  expect(failure).toBe(
    'The migration 002-bad.sql failed: error [22P02] severity=ERROR routine=pg_strtoint32_safe',
  )
})

test('refuses a recorded file that has changed, and takes new line ends for no change', async () => {
  await write('001-first.sql', 'create table a (\n id int)\n')
  await migrate(database.pool, directory)
  await write('001-first.sql', 'create table a (\r\n id int)\r\n')
  expect(await migrate(database.pool, directory)).toEqual([])
  await write('001-first.sql', 'create table a (\n id bigint)\n')
  await expect(migrate(database.pool, directory)).rejects.toThrow('001-first.sql has changed')
})

test('refuses a database that is newer than the program', async () => {
  await write('001-first.sql', 'create table a (id int)')
  await write('002-second.sql', 'create table b (id int)')
  await migrate(database.pool, directory)
  await rm(join(directory, '002-second.sql'))
  await expect(migrate(database.pool, directory)).rejects.toThrow('002-second.sql, which this version')
})

test('refuses a file numbered before one that is applied', async () => {
  await write('002-second.sql', 'create table b (id int)')
  await migrate(database.pool, directory)
  await write('001-first.sql', 'create table a (id int)')
  await expect(migrate(database.pool, directory)).rejects.toThrow('001-first.sql comes before 002-second.sql')
})

test('refuses two files of one number and a file without one', async () => {
  await write('001-first.sql', '')
  await write('001-second.sql', '')
  await expect(migrate(database.pool, directory)).rejects.toThrow('Two migrations have number 1')
  await rename(join(directory, '001-second.sql'), join(directory, 'second.sql'))
  await expect(migrate(database.pool, directory)).rejects.toThrow('second.sql is not named')
})

test('processes that start together apply each file once', async () => {
  await write('001-slow.sql', 'create table a (id int); select pg_sleep(0.05)')
  await write('002-row.sql', 'insert into a values (1)')
  const pools = Array.from({ length: 4 }, () => new pg.Pool({ connectionString: database.url }))
  const applied = await Promise.all(pools.map((pool) => migrate(pool, directory)))
  await Promise.all(pools.map((pool) => pool.end()))
  expect(applied.flat().sort()).toEqual(['001-slow.sql', '002-row.sql'])
  const { rows } = await database.pool.query('select id from a')
  expect(rows).toEqual([{ id: 1 }])
})

test('accepts a newer migration that only expands the schema, and refuses one that does not', async () => {
  await write('001-first.sql', 'create table a (id int)')
  await write('002-expand.sql', '-- expand-only\nalter table a add column b int')
  await migrate(database.pool, directory)
  await rm(join(directory, '002-expand.sql'))
  expect(await migrate(database.pool, directory)).toEqual([])
  expect(await pendingMigrations(database.pool, directory)).toEqual([])
  await write('002-expand.sql', '-- expand-only\nalter table a add column b int')
  await write('003-contract.sql', 'alter table a drop column b')
  await migrate(database.pool, directory)
  await rm(join(directory, '003-contract.sql'))
  await expect(migrate(database.pool, directory)).rejects.toThrow('003-contract.sql, which this version')
})

test('pending migrations are listed without a change, on an empty database and on an earlier release', async () => {
  await write('001-first.sql', 'create table a (id int)')
  expect(await pendingMigrations(database.pool, directory)).toEqual(['001-first.sql'])
  const { rows } = await database.pool.query(`select from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([])
  await migrate(database.pool, directory)
  await database.pool.query('alter table schema_migrations drop column expand_only')
  await write('002-second.sql', 'create table b (id int)')
  expect(await pendingMigrations(database.pool, directory)).toEqual(['002-second.sql'])
  expect(await migrate(database.pool, directory)).toEqual(['002-second.sql'])
})

test('a current schema needs no lock that a backup holds', async () => {
  await write('001-first.sql', 'create table a (id int)')
  await migrate(database.pool, directory)
  const backup = await database.pool.connect()
  try {
    await backup.query('begin; lock table a, schema_migrations in access share mode')
    const migrating = migrate(database.pool, directory)
    const waits = async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount ? 'waits for a lock' : undefined
    }
    let outcome: unknown
    while (outcome === undefined) outcome = await Promise.race([migrating, waits()])
    expect(outcome).toEqual([])
    await backup.query('rollback')
    await migrating
  } finally {
    backup.release()
  }
})
