import { randomBytes } from 'node:crypto'
import { manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createInstallationSecrets, createVault } from '@nani/foundation/storage/index.ts'
import { importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { openVapidKey } from './vapid.ts'

const clock = manualClock(Date.UTC(2026, 10, 23))
const vault = createVault(randomBytes(32), 'push', systemRandom())
const contact = 'mailto:operator@example.org'
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query("delete from installation_secrets where name = 'vapid_key'")
})

const open = () =>
  openVapidKey({ secrets: createInstallationSecrets(database.pool, vault, clock), clock, contact })

/** As a push service does it: with the key of the header alone. */
const verify = async (authorization: string) => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x as string, y: y as string }, 'ES256')
  const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
    currentDate: new Date(clock.now()),
  })
  return { payload, protectedHeader, key, token }
}

test('a request names the push service, an end within a day, and the contact (RFC 8292)', async () => {
  const vapid = await open()
  const { payload, protectedHeader, key } = await verify(
    await vapid.authorizationFor('https://push.example:8443/send/abc?x=1'),
  )
  expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(payload).toEqual({
    sub: contact,
    aud: 'https://push.example:8443',
    exp: clock.now() / 1_000 + 12 * 3_600,
  })
  expect(key).toBe(vapid.publicKey)
  expect(Buffer.from(key, 'base64url')).toHaveLength(65)
})

test('all processes and all starts have one key', async () => {
  const keys = await Promise.all([open(), open(), open()])
  expect(new Set([...keys, await open()].map(({ publicKey }) => publicKey)).size).toBe(1)
})

test('the private key is sealed in the database', async () => {
  await open()
  const { rows } = await database.pool.query<{ sealed: Buffer }>(
    "select sealed from installation_secrets where name = 'vapid_key'",
  )
  const [{ sealed }] = rows as [{ sealed: Buffer }]
  expect(sealed.includes('"d"')).toBe(false)
  expect(JSON.parse(vault.open(sealed, 'vapid_key').toString())).toMatchObject({ d: expect.any(String) })
})

test('a token serves one push service for an hour, then a new one is signed', async () => {
  const vapid = await open()
  const tokenOf = async (endpoint: string) => (await verify(await vapid.authorizationFor(endpoint))).token
  const first = await tokenOf('https://one.example/a')
  expect(await tokenOf('https://one.example/b')).toBe(first)
  expect((await verify(await vapid.authorizationFor('https://two.example/a'))).payload.aud).toBe(
    'https://two.example',
  )
  clock.advance(3_600_000)
  expect(await tokenOf('https://one.example/a')).not.toBe(first)
})
