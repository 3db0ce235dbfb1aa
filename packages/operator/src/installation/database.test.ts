import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { runInMemory } from '../testing/run-in-memory.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Without a master key, because a migration does not read the data. */
const nani = (...args: string[]) =>
  runInMemory(args, { env: { DATABASE_URL: database.url }, cwd: import.meta.dirname })

test('the check says whether the schema is current by its exit code, and changes nothing', async () => {
  const { rows } = await database.pool.query('select max(name) as last from schema_migrations')
  await nani('database', 'migrate')
  expect(await nani('database', 'migrate', '--check')).toMatchObject({ code: 0, err: '' })
  const current = await nani('database', 'migrate', '--check', '--json')
  expect(JSON.parse(current.out)).toEqual({ applied: [], current: true, pending: [] })
  await database.pool.query('drop schema public cascade; create schema public; drop schema pgboss cascade')
  const behind = await nani('database', 'migrate', '--check', '--json')
  expect(behind.code).toBe(1)
  expect(JSON.parse(behind.out).error).toMatchObject({
    current: false,
    pending: expect.arrayContaining([rows[0].last]),
  })
  const text = await nani('database', 'migrate', '--check')
  expect(text.err).toMatch(
    /^error schema_behind: .*It does not have \d+ migrations, the first of which is 001-organizations.sql\.\n/,
  )
  expect(text.err.trim().split('\n').length).toBeLessThanOrEqual(3)
  const { rows: tables } = await database.pool.query(`select from pg_tables where schemaname = 'public'`)
  expect(tables).toEqual([])
})

test('a migration brings the schema up to date, and says what it applied', async () => {
  await database.pool.query('drop schema public cascade; create schema public')
  const migrated = await nani('database', 'migrate')
  expect(migrated).toMatchObject({ code: 0, err: '' })
  expect(migrated.out).toContain('001-organizations.sql')
  expect((await nani('database', 'migrate')).out).toBe('The schema is current.\n')
})

test('the distribution is printed, and refused without a Citus coordinator', async () => {
  await nani('database', 'migrate')
  const printed = await nani('database', 'distribute', '--print')
  expect(printed.out).toContain("create_distributed_table('citizens', 'svc_id'")
  expect(printed.out).toContain("create_reference_table('businesses')")
  expect(printed.out).not.toContain("'results'")
  const refused = await nani('database', 'distribute')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('not a coordinator of Citus')
})
