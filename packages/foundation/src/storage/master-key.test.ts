import { createCipheriv, randomBytes, scryptSync } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { Refusal } from '../core/index.ts'
import { fileKey, hasWrappedKey, readWrappedKey, wrappedKeyName } from './master-key.ts'

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

test('one of several simultaneous first starts creates the key, completely and for its owner only', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => fileKey(dataDir).masterKey()))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(keys[0]?.length).toBe(32)
  expect(await readdir(dataDir)).toEqual(['master-key'])
  expect((await stat(join(dataDir, 'master-key'))).mode & 0o777).toBe(0o600)
})

test.each(['', 'AAAA', 'no key'])('a key file with the content "%s" is refused', async (content) => {
  await writeFile(join(dataDir, 'master-key'), content)
  await expect(fileKey(dataDir).masterKey()).rejects.toThrow('is damaged')
})

/** As the releases did that kept the key in the database. */
const wrap = (key: Buffer, password: string): Buffer => {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', scryptSync(password, salt, 32), iv)
  const sealed = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([salt, iv, cipher.getAuthTag(), sealed])
}

const keyUnder = (authority: string) =>
  readWrappedKey(database.pool, `postgres://${authority}@db.example/nani`)

test('a key that an earlier release kept in the database can be read with its password, and with no other', async () => {
  expect(await keyUnder('nani:one')).toBeNull()
  const key = randomBytes(32)
  await database.pool.query(
    'insert into installation_secrets (name, sealed, created_at) values ($1, $2, now())',
    [wrappedKeyName, wrap(key, 'one word')],
  )
  expect(await keyUnder('nani:one%20word')).toEqual(key)
  expect(await hasWrappedKey(database.pool)).toBe(true)
  await expect(keyUnder('nani:another')).rejects.toThrow(Refusal)
  await expect(keyUnder('nani:another')).rejects.toThrow('wrapped under another password')
})

test('a lost key file is not replaced where data is sealed under it', async () => {
  await expect(fileKey(dataDir, false).masterKey()).rejects.toMatchObject({
    code: 'master_key_damaged',
    message: expect.stringContaining('is missing'),
  })
  expect(await readdir(dataDir)).toEqual([])
})
