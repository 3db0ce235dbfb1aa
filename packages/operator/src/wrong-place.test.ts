import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { runInMemory, testMasterKey } from './testing/run-in-memory.ts'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nani-wrong-place-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const notFound = {
  code: 1,
  out: '',
  err: expect.stringContaining('error installation_not_found: There is no'),
}

test.each([
  ['applications list'],
  ['applications create --name Shop --environment sandbox'],
  ['register show'],
  ['lists status'],
  ['acts'],
  ['master-key rotate'],
  ['database migrate'],
  ['database migrate --check'],
])('nani %s at a place without an installation creates nothing', async (command) => {
  const dataDir = join(folder, 'wrong')
  const at = () => runInMemory(command.split(' '), { env: { NANI_DATA_DIR: dataDir }, cwd: folder })
  expect(await at()).toEqual(notFound)
  expect(existsSync(dataDir)).toBe(false)
  // A directory of something else.
  mkdirSync(dataDir)
  expect(await at()).toEqual(notFound)
  expect(readdirSync(dataDir)).toEqual([])
})

test('an empty folder .nani is no installation', async () => {
  mkdirSync(join(folder, '.nani'))
  expect(await runInMemory(['applications', 'list'], { env: {}, cwd: folder })).toEqual(notFound)
  expect(readdirSync(join(folder, '.nani'))).toEqual([])
})

test.each([
  ['applications list'],
  ['applications create --name Shop --environment sandbox'],
  ['register generate --count 1 --seed 1'],
  ['database distribute'],
  ['master-key export'],
])('nani %s creates nothing in an empty database', async (command) => {
  const empty = await createTestDatabase()
  try {
    await empty.pool.query('drop schema public, pgboss cascade; create schema public')
    const env = { DATABASE_URL: empty.url, NANI_MASTER_KEY: testMasterKey }
    expect(await runInMemory(command.split(' '), { env, cwd: folder })).toEqual({
      ...notFound,
      err: expect.stringContaining('error installation_not_found: The database contains no installation.'),
    })
    const { rows } = await empty.pool.query(
      `select nspname from pg_namespace where nspname = 'pgboss'
       union all select relname from pg_class where relnamespace = 'public'::regnamespace`,
    )
    expect(rows).toEqual([])
  } finally {
    await empty.drop()
  }
})

const credentialsWith = async (environment: string, urls: Record<string, string>, ...flags: string[]) => {
  const env = { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey, ...urls }
  const args = ['applications', 'create', '--name', 'Shop', '--environment', environment, ...flags]
  return runInMemory(args, { env, cwd: folder })
}

test.each(['sandbox', 'production'])(
  'with DATABASE_URL the address of %s is the one that was set, or unknown',
  async (environment) => {
    const unknown = await credentialsWith(environment, {}, '--json')
    expect(JSON.parse(unknown.out)).toMatchObject({ base_url: null, api_key: expect.any(String) })
    const text = await credentialsWith(environment, {})
    expect(text.out).toMatch(/^ {2}base_url +unknown$/m)
    expect(text.out).toContain('Set NANI_SANDBOX_URL and\nNANI_PRODUCTION_URL')
    expect(text.out).not.toContain('127.0.0.1')
    const urls = { NANI_SANDBOX_URL: 'https://sandbox.cd', NANI_PRODUCTION_URL: 'https://production.cd' }
    const known = await credentialsWith(environment, urls)
    expect(known.out).toMatch(new RegExp(`^ {2}base_url +https://${environment}.cd$`, 'm'))
    expect(known.out).not.toContain('unknown')
  },
)
