import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { migrate } from './migrate.ts'

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

async function tables(): Promise<string[]> {
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
  await expect(migrate(database.pool, directory)).rejects.toThrow('002-bad.sql failed: division by zero')
  expect(await tables()).toEqual(['a'])
  await write('002-bad.sql', 'create table b (id int)')
  expect(await migrate(database.pool, directory)).toEqual(['002-bad.sql'])
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
