import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { openPool } from './database.ts'
import { appRole, grantToApp } from './roles.ts'

let database: TestDatabase
/** Serves calls, as `nani_app`. */
let app: pg.Pool

/** The schema and the rights of a release after this one. */
const newer = `
  alter table batches add column newer text;
  create table newer_evidence (n int);
  create table newer_of_the_owner (n int);
  insert into schema_migrations (name, checksum, expand_only) values ('998-newer.sql', '', true);
  grant select, insert on newer_evidence to nani_app;
  grant delete on call_charges to nani_app;
  revoke update on batches from nani_app;
  grant update (newer) on batches to nani_app;
  revoke select on organizations from nani_app`

beforeAll(async () => {
  database = await createTestDatabase()
  app = openPool(database.url, {
    maxConnections: 2,
    statementTimeoutMs: 15_000,
    role: appRole,
    onError: () => {},
  })
  await database.pool.query(newer)
  // A process of this release starts.
  await grantToApp(database.pool)
})

afterAll(async () => {
  await app.end()
  await database.drop()
})

test('rights that only the newer release needs stay', async () => {
  expect((await app.query(`update batches set newer = 'x' where false`)).rowCount).toBe(0)
  expect((await app.query('insert into newer_evidence values (1)')).rowCount).toBe(1)
  expect((await app.query('delete from call_charges where false')).rowCount).toBe(0)
})

test('rights that this release needs are given', async () => {
  expect((await app.query('update batches set cancelled_at = now() where false')).rowCount).toBe(0)
  expect((await app.query('select from organizations')).rows).toEqual([])
})

test('a table that this release does not know gets no right', async () => {
  for (const sql of ['select from newer_of_the_owner', 'insert into newer_of_the_owner values (1)'])
    await expect(app.query(sql), sql).rejects.toThrow('permission denied')
})

test('the owner still does everything with its tables', async () => {
  expect((await database.pool.query('delete from newer_evidence')).rowCount).toBe(1)
  expect((await database.pool.query('insert into newer_of_the_owner values (1)')).rowCount).toBe(1)
})

test('without the migration of a newer release, superfluous rights are revoked', async () => {
  await database.pool.query(`delete from schema_migrations where name = '998-newer.sql'`)
  expect(await grantToApp(database.pool)).toBeGreaterThan(0)
  await expect(app.query('delete from call_charges where false')).rejects.toThrow('permission denied')
  expect(await grantToApp(database.pool)).toBe(0)
})
