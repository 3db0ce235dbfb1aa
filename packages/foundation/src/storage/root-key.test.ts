import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { Refusal, systemRandom } from '../core/index.ts'
import { openRootKey, sealRootKey } from './root-key.ts'
import { createVault } from './vault.ts'

const random = systemRandom()
let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())
const open = (masterKey: Buffer) => openRootKey(database.pool, masterKey, random)

test('processes that start together for the first time get one root key, which is not the master key', async () => {
  const masterKey = randomBytes(32)
  const opened = await Promise.all([open(masterKey), open(masterKey), open(masterKey)])
  expect(new Set(opened.map((key) => key.toString('hex'))).size).toBe(1)
  expect(opened[0]?.equals(masterKey)).toBe(false)
  expect((await open(masterKey)).equals(opened[0] as Buffer)).toBe(true)
})

test('another master key is refused', async () => {
  await open(randomBytes(32))
  await expect(open(randomBytes(32))).rejects.toThrow(Refusal)
})

test('after an exchange the new master key opens the same root key, and the old one nothing', async () => {
  const [before, after] = [randomBytes(32), randomBytes(32)]
  const rootKey = await open(before)
  await sealRootKey(database.pool, rootKey, after, random)
  expect((await open(after)).equals(rootKey)).toBe(true)
  await expect(open(before)).rejects.toThrow('another master key')
})

test('data encrypted before root keys existed can be decrypted, also after a rotation', async () => {
  const [before, after] = [randomBytes(32), randomBytes(32)]
  const check = createVault(before, 'check', random).seal(Buffer.from('nani'), 'check')
  await database.pool.query(
    `insert into installation_secrets (name, sealed, created_at) values ('master_key_check', $1, now())`,
    [check],
  )
  const sealed = createVault(before, 'results', random).seal(Buffer.from('x'), 'a')
  await expect(open(after)).rejects.toThrow(Refusal)
  const rootKey = await open(before)
  expect(createVault(rootKey, 'results', random).open(sealed, 'a').toString()).toBe('x')
  await sealRootKey(database.pool, rootKey, after, random)
  await expect(open(before)).rejects.toThrow(Refusal)
  expect((await open(after)).equals(rootKey)).toBe(true)
})
