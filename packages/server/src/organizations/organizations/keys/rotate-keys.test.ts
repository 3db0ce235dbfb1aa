import { dayMs } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { testPlatform } from '../../../testing/platform.ts'
import { createApplication } from '../applications.ts'
import { createDirectory } from '../directory.ts'
import { showApplication } from '../show-application.ts'
import type { IssuedCredentials } from './issue-keys.ts'
import { readOverlap, rotateKeys } from './rotate-keys.ts'

let database: TestDatabase
let clock: ReturnType<typeof testPlatform>['clock']
let credentialsVault: Vault
let dependencies: Parameters<typeof createApplication>[2]

beforeAll(async () => {
  database = await createTestDatabase()
  const platform = testPlatform(database)
  clock = platform.clock
  // Far from the clock of the database, which alone decides when a key ends.
  clock.advance(5 * 365 * dayMs)
  credentialsVault = platform.vaultFor('credentials')
  dependencies = { ...platform, credentialsVault }
})
afterAll(() => database.drop())

const supervisor = { kind: 'operator', name: 'amina', roles: ['supervisor'] } as const
const make = () =>
  createApplication(
    supervisor,
    { name: 'Shop', environment: 'sandbox', services: ['kyc_validation'] },
    dependencies,
  )
const directory = () => createDirectory(database.pool, credentialsVault, clock)
const rotate = (applicationId: string, overlapMs: number) =>
  rotateKeys(supervisor, { application_id: applicationId, overlap_seconds: overlapMs / 1_000 }, dependencies)

/** Moves the end of a key to `seconds` from now, by the clock of the database. */
const endIn = async ({ api_key }: IssuedCredentials, seconds: number) => {
  await database.pool.query(
    "update api_keys set revoked_at = now() + $2 * interval '1 second' where api_key = $1",
    [api_key, seconds],
  )
}

const bytesOf = (secret: string) => Buffer.from(secret.replace(/^pek_test_/, ''), 'base64url')

describe('an overlap', () => {
  test.each([
    ['0', 0],
    ['90m', 5_400_000],
    ['12h', 43_200_000],
    ['7d', 7 * dayMs],
  ])('is written as %s', (text, overlapMs) => {
    expect(readOverlap(text)).toBe(overlapMs / 1_000)
  })

  test.each(['8d', '169h', '-1h', '7', '1w', '', '1e3d', '1 d'])('is not written as "%s"', (text) => {
    expect(() => readOverlap(text)).toThrow(`"${text}" is not valid`)
  })
})

test('without an overlap the old key ends with the rotation', async () => {
  const old = await make()
  const fresh = await rotate(old.application_id, 0)
  expect(fresh.old_keys_end_at).toBeNull()
  expect(await directory().findByApiKey(old.api_key)).toBeNull()
  expect(
    (await showApplication(supervisor, { application_id: old.application_id }, dependencies))
      .overlapping_keys,
  ).toEqual([])
})

test('both key sets work while they overlap, each with its own secrets', async () => {
  const old = await make()
  const fresh = await rotate(old.application_id, 7 * dayMs)
  const { findByApiKey, findById } = directory()
  const [before, after] = [await findByApiKey(old.api_key), await findByApiKey(fresh.api_key)]
  expect(before?.payloadKey.export()).toEqual(bytesOf(old.payload_encryption_key))
  expect(after?.payloadKey.export()).toEqual(bytesOf(fresh.payload_encryption_key))
  expect(before?.secretKey.export()).not.toEqual(after?.secretKey.export())
  // Work in the queue belongs to the current key.
  expect((await findById(old.application_id))?.apiKey).toBe(fresh.api_key)
  const shown = await showApplication(supervisor, { application_id: old.application_id }, dependencies)
  expect(shown.api_key).toBe(fresh.api_key)
  expect(shown.overlapping_keys).toEqual([{ api_key: old.api_key, ends_at: fresh.old_keys_end_at }])
  const { rows } = await database.pool.query("select now() + interval '7 days' as week")
  expect(Math.abs(rows[0].week - Date.parse(fresh.old_keys_end_at as string))).toBeLessThan(60_000)
})

test('a remembered key ends at its time, not when it would have been read again', async () => {
  let queries = 0
  const pool = {
    query: (...given: unknown[]) => {
      queries++
      return (database.pool.query as (...all: unknown[]) => unknown)(...given)
    },
  } as unknown as pg.Pool
  const { findByApiKey } = createDirectory(pool, credentialsVault, clock)
  const old = await make()
  await rotate(old.application_id, dayMs)
  await endIn(old, 20)
  const found = await findByApiKey(old.api_key)
  const leftMs = (found?.keysEndAtMs as number) - clock.now()
  expect(leftMs).toBeGreaterThan(0)
  expect(leftMs).toBeLessThanOrEqual(20_000)
  clock.advance(leftMs - 1)
  expect(await findByApiKey(old.api_key)).toBe(await found)
  expect(queries).toBe(1)
  await endIn(old, 0)
  clock.advance(1)
  expect(await findByApiKey(old.api_key)).toBeNull()
  expect(queries).toBe(2)
})

test('a further rotation never prolongs an overlap, and one without an overlap ends it', async () => {
  const first = await make()
  const second = await rotate(first.application_id, 3_600_000)
  const third = await rotate(first.application_id, dayMs)
  const { overlapping_keys } = await showApplication(
    supervisor,
    { application_id: first.application_id },
    dependencies,
  )
  expect(overlapping_keys).toEqual([
    { api_key: first.api_key, ends_at: second.old_keys_end_at },
    { api_key: second.api_key, ends_at: third.old_keys_end_at },
  ])
  await rotate(first.application_id, 0)
  const { findByApiKey } = directory()
  for (const { api_key } of [first, second, third]) expect(await findByApiKey(api_key)).toBeNull()
})

test('a webhook is signed under the old key until the overlap ends', async () => {
  const old = await make()
  const fresh = await rotate(old.application_id, dayMs)
  const { findById, forget } = directory()
  const during = await findById(old.application_id)
  expect(during?.webhookKey.export()).toEqual(bytesOf(old.payload_encryption_key))
  await endIn(old, 0)
  forget(null)
  const after = await findById(old.application_id)
  expect(after?.webhookKey.export()).toEqual(bytesOf(fresh.payload_encryption_key))
  expect(after?.keysEndAtMs).toBe(Number.POSITIVE_INFINITY)
})
