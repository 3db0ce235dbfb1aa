import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '@nani/server/app/app/index.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { urlOfDatabase } from '../../../../testing/test-server.ts'
import { databaseUrls, openPlatform, type Platform, schemaState } from '../platform/index.ts'
import { inTransaction } from './database.ts'
import { startQueue } from './queue.ts'
import { grantToApp, mayRewriteEvidence } from './roles.ts'
import { placeOfTable, placesOfHome, placesOfRegister } from './tables/place.ts'
import { appendOnlyTables, ownerOnlyTables, tables } from './tables/tables.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/database-roles.md'), 'utf8')
const statements = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map((found) => found[1] as string)

/** The documented SQL with names of its own, so that a test leaves the server's real roles alone. */
const suffix = randomBytes(4).toString('hex')
const name = `nani_doc_${suffix}`
const [owner, app] = [`owner_${suffix}`, `app_${suffix}`]
const adapted = (sql: string) =>
  sql
    .replaceAll('nani_owner', owner)
    .replaceAll('nani_app', app)
    .replace('create database nani ', `create database ${name} `)

let admin: TestDatabase
let adminOfNew: pg.Client
let config: Config
let platform: Platform

const url = (role: string, password: string) => {
  const login = new URL(urlOfDatabase(admin.url, name))
  login.username = role
  login.password = password
  return login.href
}

beforeAll(async () => {
  admin = await createTestDatabase()
  for (const statement of adapted(statements[0] as string).split(';\n'))
    if (statement.trim()) await admin.pool.query(statement)
  adminOfNew = new pg.Client({ connectionString: urlOfDatabase(admin.url, name) })
  await adminOfNew.connect()
  await adminOfNew.query(adapted(statements[1] as string))
  // A login of another name is a member of the role that migrations grant rights to.
  await adminOfNew.query(`grant nani_app to ${app}`)
  config = readConfig({
    DATABASE_URL: url(app, 'CHANGE-ME-APP'),
    NANI_OWNER_DATABASE_URL: url(owner, 'CHANGE-ME-OWNER'),
    NANI_MASTER_KEY: randomBytes(32).toString('base64'),
  })
  platform = await openPlatform(config, databaseUrls(config)!, () => {})
})

afterAll(async () => {
  await platform?.close()
  await adminOfNew?.end()
  await admin.pool.query(`drop database if exists ${name} with (force)`)
  await admin.pool.query(`drop role if exists ${app}; drop role if exists ${owner}`)
  await admin.drop()
})

const asApp = (sql: string) => platform.pool.query(sql)
const partitionsOf = async (table: string): Promise<string[]> => {
  const { rows } = await platform.ownerPool.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
    [table],
  )
  return rows.map((row) => row.name)
}

test('the documented SQL makes two logins with which an installation starts', async () => {
  const { rows } = await asApp(
    'select current_user as role, rolsuper as super from pg_roles where rolname = current_user',
  )
  expect(rows).toEqual([{ role: app, super: false }])
  expect(await schemaState(platform.ownerPool)).toEqual({ current: true, pending: [] })
  const owners = await platform.ownerPool.query(
    `select distinct tableowner from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  expect(owners.rows).toEqual([{ tableowner: owner }])
})

test('the role that serves calls changes no schema', async () => {
  for (const sql of [
    'create table mine (n int)',
    'drop table results',
    'alter table applications add column mine int',
    'create table pgboss.mine (n int)',
    'truncate results',
    `update schema_migrations set checksum = ''`,
    `select create_partition('results', current_date + 30)`,
  ])
    await expect(asApp(sql), sql).rejects.toThrow(/permission denied|must be owner/)
})

test.each([
  ['home', placesOfHome],
  ['the register', placesOfRegister],
])(
  'where the register has a database of its own, calls in %s use its tables alone',
  async (_name, places) => {
    const { pool, drop } = await createTestDatabase()
    try {
      await grantToApp(pool, places)
      const { rows } = await pool.query<{ name: string; may: boolean }>(
        `select name, has_table_privilege('nani_app', name, 'select') as may from unnest($1::text[]) as name`,
        [Object.keys(tables)],
      )
      const wanted = Object.entries(tables)
        .filter(([name, entry]) => places.includes(placeOfTable(entry)) && !ownerOnlyTables.includes(name))
        .map(([name]) => name)
      expect(wanted.length).toBeGreaterThan(8)
      expect(rows.filter(({ may }) => may).map(({ name }) => name)).toEqual(wanted)
    } finally {
      await drop()
    }
  },
)

test.each(appendOnlyTables)(
  'the role that serves calls adds to %s and changes nothing in it',
  async (table) => {
    const partitions = await partitionsOf(table)
    expect(partitions.length).toBeGreaterThan(3)
    expect((await asApp(`select count(*)::int as n from ${table}`)).rows).toEqual([{ n: 0 }])
    const { rows } = await asApp(`select has_table_privilege('${table}', 'insert') as may`)
    expect(rows).toEqual([{ may: true }])
    for (const target of [table, ...partitions])
      for (const sql of [
        `update ${target} set application_id = 'app_other'`,
        `delete from ${target}`,
        `truncate ${target}`,
      ])
        await expect(asApp(sql), sql).rejects.toThrow('permission denied')
    for (const target of partitions)
      await expect(asApp(`insert into ${target} default values`)).rejects.toThrow('permission denied')
  },
)

test.each(['results', 'call_charges', 'events', 'authentication_failures', 'webhook_attempts', 'alarms'])(
  'the role that serves calls rewrites and deletes no row of %s',
  async (table) => {
    for (const sql of [
      `update ${table} set application_id = application_id`,
      `delete from ${table}`,
      `truncate ${table}`,
    ])
      await expect(asApp(sql), sql).rejects.toThrow('permission denied')
  },
)

test('the role that serves calls updates only the state of a batch', async () => {
  await asApp('update batches set cancelled_at = now() where false')
  for (const sql of ['update batches set application_id = batch_id', 'delete from batches'])
    await expect(asApp(sql), sql).rejects.toThrow('permission denied')
})

test('the role that serves calls cannot delete or replace the root key, also with the rights of a table', async () => {
  const before = await platform.ownerPool.query(
    `select sealed from installation_secrets where name = 'root_key'`,
  )
  const attempts = [
    `delete from installation_secrets`,
    `update installation_secrets set sealed = 'x' where name = 'root_key'`,
    `update installation_secrets set name = 'gone' where name = 'root_key'`,
    `insert into installation_secrets values ('root_key', 'x', now())
     on conflict (name) do update set sealed = excluded.sealed`,
  ]
  await platform.ownerPool.query('grant delete on installation_secrets to nani_app')
  try {
    for (const sql of attempts) await expect(asApp(sql), sql).rejects.toThrow('permission denied')
  } finally {
    await platform.ownerPool.query('revoke delete on installation_secrets from nani_app')
  }
  await expect(asApp(attempts[0] as string)).rejects.toThrow('permission denied for table')
  const after = await platform.ownerPool.query(
    `select sealed from installation_secrets where name = 'root_key'`,
  )
  expect(after.rows).toEqual(before.rows)
})

test('the role that serves calls replaces the secrets that a process renews', async () => {
  const keep = (sealed: string) =>
    asApp(`insert into installation_secrets values ('server_certificate', '${sealed}', now())
           on conflict (name) do update set sealed = excluded.sealed, created_at = excluded.created_at`)
  await keep('first')
  await keep('second')
  const { rows } = await asApp(
    `select convert_from(sealed, 'UTF8') as sealed from installation_secrets where name = 'server_certificate'`,
  )
  expect(rows).toEqual([{ sealed: 'second' }])
  await platform.ownerPool.query(`delete from installation_secrets where name = 'server_certificate'`)
})

test('a login that changes the settings of its role changes nothing of later connections', async () => {
  const settings = ['search_path', 'synchronous_commit', 'default_transaction_read_only', 'TimeZone']
  await asApp(`alter role ${app} set search_path = pg_catalog`)
  await asApp(`alter role ${app} set synchronous_commit = off`)
  await asApp(`alter role ${app} set default_transaction_read_only = on`)
  await asApp(`alter role ${app} set timezone = 'Asia/Tokyo'`)
  const opened = await openPlatform(config, databaseUrls(config)!, () => {})
  try {
    const { rows } = await opened.pool.query(
      settings.map((setting) => `select current_setting('${setting}') as value`).join(' union all '),
    )
    expect(rows.map(({ value }) => value)).toEqual(['public', 'on', 'off', 'UTC'])
    const isolation = await opened.pool.query('show default_transaction_isolation')
    expect(isolation.rows).toEqual([{ default_transaction_isolation: 'read committed' }])
  } finally {
    await opened.close()
    await asApp(`alter role ${app} reset all`)
  }
})

test.each(ownerOnlyTables)('the role that serves calls neither reads nor writes %s', async (table) => {
  for (const sql of [
    `select from ${table}`,
    `insert into ${table} default values`,
    `truncate ${table}`,
    `delete from ${table}`,
  ])
    await expect(asApp(sql), sql).rejects.toThrow('permission denied')
})

test('the role that serves calls writes only tasks of the queue: the owner executes the rest', async () => {
  const { rows } = await platform.ownerPool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p')
       and (has_table_privilege('nani_app', oid, 'insert') or has_table_privilege('nani_app', oid, 'update')
         or has_table_privilege('nani_app', oid, 'delete') or has_any_column_privilege('nani_app', oid, 'update'))
     order by 1`,
  )
  expect(rows.map((row) => row.name)).toEqual(['job', 'job_common', 'job_dependency'])
  const command = 'create table by_owner (n int)'
  await expect(
    asApp(`insert into pgboss.bam (name, version, status, table_name, command)
           values ('mine', 1, 'pending', 'job', '${command}')`),
  ).rejects.toThrow('permission denied')
  await expect(asApp(`update pgboss.queue set table_name = 'job; ${command}'`)).rejects.toThrow(
    'permission denied',
  )
})

test('a table of a later migration is granted by that migration, and a detached partition is not', async () => {
  const { grantToApp } = await import('./roles.ts')
  await platform.ownerPool.query('create table later (n int)')
  const [detached] = await partitionsOf('audit_entries')
  await platform.ownerPool.query(`alter table audit_entries detach partition ${detached}`)
  await expect(asApp('insert into later values (1)')).rejects.toThrow('permission denied')
  await grantToApp(platform.ownerPool)
  await asApp('insert into later values (1)')
  await expect(asApp(`delete from ${detached}`)).rejects.toThrow('permission denied')
})

test('superfluous rights are revoked at the next start', async () => {
  await platform.ownerPool.query('grant update, delete, truncate on audit_entries to nani_app')
  expect(await mayRewriteEvidence(platform.pool)).toBe(true)
  await (await openPlatform(config, databaseUrls(config)!, () => {})).close()
  expect(await mayRewriteEvidence(platform.pool)).toBe(false)
})

test('with one login for both, connections that serve calls take the role of the app', async () => {
  const both = { app: urlOfDatabase(admin.url, name), owner: urlOfDatabase(admin.url, name) }
  const opened = await openPlatform(config, both, () => {})
  try {
    const { rows } = await opened.pool.query('select current_user as role')
    expect(rows).toEqual([{ role: 'nani_app' }])
    expect(await mayRewriteEvidence(opened.pool)).toBe(false)
    expect(await mayRewriteEvidence(opened.ownerPool)).toBe(true)
  } finally {
    await opened.close()
  }
})

test('the login that serves calls is enough for a process, once the schema is current', async () => {
  const appOnly = databaseUrls({ ...config, ownerDatabaseUrl: null })!
  await platform.ownerPool.query(
    'delete from day_salts; alter table nonces detach partition nonces_' +
      new Date().toISOString().slice(0, 10).replaceAll('-', ''),
  )
  const opened = await openPlatform(config, appOnly, () => {})
  try {
    expect(opened.ownsSchema).toBe(false)
    const { rows } = await opened.pool.query(
      `select (select count(*)::int from day_salts) > 0 as salts,
         exists (select from pg_inherits where inhparent = 'nonces'::regclass
           and inhrelid::regclass::text = 'nonces_' || to_char(now() at time zone 'UTC', 'YYYYMMDD')) as partition`,
    )
    expect(rows).toEqual([{ salts: true, partition: true }])
  } finally {
    await opened.close()
  }
})

test('a process with that login alone works on tasks and leaves the upkeep of the queue to others', async () => {
  const errors: Error[] = []
  const queue = await startQueue({ pool: platform.pool, upkeepPool: null, migrate: false }, (error) =>
    errors.push(error),
  )
  try {
    const task = { applicationId: 'app_1', jobId: 'job_1' }
    const done = Promise.withResolvers<unknown>()
    await queue.work('jobs', 1, async (found) => done.resolve(found))
    await inTransaction(platform.pool, (client) => queue.enqueue('jobs', [task], client, 0))
    queue.wake('jobs')
    expect(await done.promise).toEqual(task)
  } finally {
    await queue.stop()
  }
  expect(errors).toEqual([])
})

test('the role that serves calls reads and adds salts of days, and erases none', async () => {
  await expect(asApp('delete from day_salts')).rejects.toThrow('permission denied')
  await expect(asApp('update day_salts set salt = salt')).rejects.toThrow('permission denied')
})

test('a function of the owner reads no object that its caller puts in front, and only the app may call it', async () => {
  const { rows } = await platform.ownerPool.query<{ name: string; path: string; is_public: boolean }>(
    `select proname::text as name, coalesce(array_to_string(proconfig, ' '), '') as path,
       has_function_privilege('public', oid, 'execute') as is_public
     from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
  )
  // It takes no value, and only calculates again what the lists say.
  const harmless = ['refresh_list_graph']
  expect(rows.map(({ name }) => name)).toContain('erase_sandbox_data')
  expect(rows.filter(({ path }) => !path.endsWith(', pg_temp'))).toEqual([])
  const open = rows.filter(({ is_public }) => is_public).map(({ name }) => name)
  expect(open).toEqual(harmless)
  const client = await platform.pool.connect()
  try {
    await client.query(`create temp table applications (application_id text, environment text)`)
    await client.query(`insert into pg_temp.applications values ('app_of_production', 'sandbox')`)
    await client.query('grant all on pg_temp.applications to public')
    await expect(client.query(`select erase_sandbox_data('app_of_production')`)).rejects.toThrow(
      'only the data of a sandbox application',
    )
  } finally {
    client.release(true)
  }
})

test('a process with that login alone refuses to start on a schema that is behind', async () => {
  const appOnly = databaseUrls({ ...config, ownerDatabaseUrl: null })!
  const set = (name: string, to: string) =>
    platform.ownerPool.query('update schema_migrations set name = $2, expand_only = true where name = $1', [
      name,
      to,
    ])
  const { rows } = await platform.ownerPool.query<{ last: string }>(
    'select max(name) as last from schema_migrations',
  )
  const last = rows[0]?.last as string
  await set(last, '999-later.sql')
  try {
    await expect(openPlatform({ ...config, ownerDatabaseUrl: null }, appOnly, () => {})).rejects.toThrow(
      /may not change it.*NANI_OWNER_DATABASE_URL/,
    )
    const named = { ...config, ownerDatabaseUrl: appOnly.owner }
    await expect(openPlatform(named, appOnly, () => {})).rejects.toThrow(
      /the login of NANI_OWNER_DATABASE_URL may not change it\./,
    )
  } finally {
    await set('999-later.sql', last)
  }
})

test('with NANI_MIGRATE=0 a start on a schema that is behind is refused', async () => {
  const without = { ...config, migrate: false }
  await (await openPlatform(without, databaseUrls(config)!, () => {})).close()
  const rename = (from: string, to: string) =>
    platform.ownerPool.query(
      `update schema_migrations set name = overlay(name placing '${to}' from 1 for 3), expand_only = true
       where left(name, 3) = '${from}'`,
    )
  const { rows } = await platform.ownerPool.query<{ last: string }>(
    'select left(max(name), 3) as last from schema_migrations',
  )
  const last = rows[0]?.last as string
  await rename(last, '999')
  try {
    expect((await schemaState(platform.ownerPool)).pending).toHaveLength(1)
    await expect(openPlatform(without, databaseUrls(config)!, () => {})).rejects.toMatchObject({
      code: 'schema_behind',
    })
  } finally {
    await rename('999', last)
  }
})
