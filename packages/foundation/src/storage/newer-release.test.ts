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
})

afterAll(async () => {
  await app.end()
  await database.drop()
})

const rowCount = async (pool: pg.Pool, sql: string) => (await pool.query(sql)).rowCount

test('a process of this release starts after the migrations of a newer one, and then the newer one again', async () => {
  await database.pool.query(newer)
  expect(await grantToApp(database.pool)).toBeGreaterThan(0)
  // What only the newer release needs stays.
  expect(await rowCount(app, `update batches set newer = 'x' where false`)).toBe(0)
  expect(await rowCount(app, 'insert into newer_evidence values (1)')).toBe(1)
  expect(await rowCount(app, 'delete from call_charges where false')).toBe(0)
  // What this release needs is given.
  expect(await rowCount(app, 'update batches set cancelled_at = now() where false')).toBe(0)
  expect(await rowCount(app, 'select from organizations')).toBe(0)
  // A table that this release does not know gets no right.
  for (const sql of ['select from newer_of_the_owner', 'insert into newer_of_the_owner values (1)'])
    await expect(app.query(sql), sql).rejects.toThrow('permission denied')
  // The owner still does everything with its tables.
  expect(await rowCount(database.pool, 'delete from newer_evidence')).toBe(1)
  expect(await rowCount(database.pool, 'insert into newer_of_the_owner values (1)')).toBe(1)

  // For a release that knows every migration, superfluous rights are revoked.
  await database.pool.query(`delete from schema_migrations where name = '998-newer.sql'`)
  expect(await grantToApp(database.pool)).toBeGreaterThan(0)
  await expect(app.query('delete from call_charges where false')).rejects.toThrow('permission denied')
  expect(await grantToApp(database.pool)).toBe(0)
})
