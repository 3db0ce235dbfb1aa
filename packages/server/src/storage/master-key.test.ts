import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { ConfigError } from '../core/index.ts'
import { databaseKey, fileKey } from './master-key.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nani-key-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test('of several first starts at once one makes the key, whole and for its owner only', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => fileKey(dataDir).masterKey()))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(keys[0]?.length).toBe(32)
  expect(await readdir(dataDir)).toEqual(['master-key'])
  expect((await stat(join(dataDir, 'master-key'))).mode & 0o777).toBe(0o600)
})

test.each(['', 'AAAA', 'no key'])('a key file that holds "%s" is refused, never used', async (content) => {
  await writeFile(join(dataDir, 'master-key'), content)
  await expect(fileKey(dataDir).masterKey()).rejects.toThrow('is damaged')
})

const keyUnder = (authority: string) =>
  databaseKey(database.pool, `postgres://${authority}@db.example/nani`).masterKey()

test.each(['nani', 'nani:'])(
  'DATABASE_URL without a password (%s) keeps no master key: NANI_MASTER_KEY is asked for',
  async (authority) => {
    await expect(keyUnder(authority)).rejects.toThrow(ConfigError)
    await expect(keyUnder(authority)).rejects.toThrow('Set NANI_MASTER_KEY')
  },
)

test('the key in the database is one for all who know its password; under another it says so', async () => {
  const first = await keyUnder('nani:one%20word')
  expect((await keyUnder('other:one%20word')).equals(first)).toBe(true)
  await expect(keyUnder('nani:another')).rejects.toThrow('wrapped under another password')
})
