import { listenForChanges } from '@nani/foundation/platform/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { placedKeys } from '../../gateway/acts/index.ts'
import { testPlatform } from '../../testing/platform.ts'
import { createApplication, updateApplication } from './applications.ts'
import { createDirectory } from './directory.ts'
import { rotateKeys } from './keys/rotate-keys.ts'
import { showApplication } from './show-application.ts'

let database: TestDatabase
let clock: ReturnType<typeof testPlatform>['clock']
let credentialsVault: Vault
let dependencies: Parameters<typeof createApplication>[2]

beforeAll(async () => {
  database = await createTestDatabase()
  const platform = testPlatform(database)
  clock = platform.clock
  credentialsVault = platform.vaultFor('credentials')
  dependencies = { ...platform, credentialsVault }
})
afterAll(() => database.drop())

/** Counts what the directory asks of the database. */
const counted = () => {
  let queries = 0
  const pool = {
    query: (...given: Parameters<pg.Pool['query']>) => {
      queries++
      return (database.pool.query as (...all: unknown[]) => unknown)(...given)
    },
  } as unknown as pg.Pool
  return { directory: createDirectory(pool, credentialsVault, clock), queries: () => queries }
}

const supervisor = { kind: 'operator', name: 'amina', roles: ['supervisor'] } as const

const make = (input = {}) =>
  createApplication(
    supervisor,
    { name: 'Shop', environment: 'sandbox', services: ['kyc_validation'], burst: 9, ...input },
    dependencies,
  )

describe('the directory', () => {
  test('finds an application by its key with all that the gateway needs', async () => {
    const { directory } = counted()
    const credentials = await make({
      allow_ip: ['203.0.113.0/24'],
      scopes: ['kyc.emails'],
      purposes: ['age_gating'],
      quota: ['kyc_validation=5/day'],
      batch_quota: 7,
    })
    const found = await directory.findByApiKey(credentials.api_key)
    expect(found).toMatchObject({
      applicationId: credentials.application_id,
      environment: 'sandbox',
      services: new Set(['kyc_validation']),
      scopes: new Set(['kyc.emails']),
      purposes: new Set(['age_gating']),
      burstPerSecond: 9,
      quotas: new Map([['kyc_validation', { limit: 5, period: 'day' }]]),
      batchItemsPerDay: 7,
    })
    expect(found?.allowlist?.includes('203.0.113.9')).toBe(true)
    const secret = found?.secretKey.export().toString('base64url')
    expect(credentials.secret_key).toBe(`sk_test_${secret}`)
  })

  test('remembers for 30 seconds, and asks once however many ask at the same time', async () => {
    const { directory, queries } = counted()
    const { api_key } = await make()
    await Promise.all(Array.from({ length: 50 }, () => directory.findByApiKey(api_key)))
    clock.advance(29_999)
    await directory.findByApiKey(api_key)
    expect(queries()).toBe(1)
    clock.advance(1)
    await directory.findByApiKey(api_key)
    expect(queries()).toBe(2)
  })

  test('asks for many keys in few statements', async () => {
    const { directory, queries } = counted()
    const keys = Array.from({ length: 150 }, (_, index) => `key_test_${index}`)
    expect(new Set(await Promise.all(keys.map(directory.findByApiKey)))).toEqual(new Set([null]))
    expect(queries()).toBe(2)
  })

  test('does not remember a failure', async () => {
    let failures = 1
    const pool = {
      query: (...given: unknown[]) =>
        failures-- > 0
          ? Promise.reject(new Error('away'))
          : (database.pool.query as (...all: unknown[]) => unknown)(...given),
    } as unknown as pg.Pool
    const directory = createDirectory(pool, credentialsVault, clock)
    const { api_key } = await make()
    await expect(directory.findByApiKey(api_key)).rejects.toThrow('away')
    expect(await directory.findByApiKey(api_key)).not.toBeNull()
  })

  test('forgets one application, or all', async () => {
    const { directory, queries } = counted()
    const [one, two] = [await make(), await make()]
    const both = () => Promise.all([one, two].map(({ api_key }) => directory.findByApiKey(api_key)))
    await both()
    await both()
    expect(queries()).toBe(1)
    directory.forget(one.application_id)
    await directory.findByApiKey(two.api_key)
    expect(queries()).toBe(1)
    await directory.findByApiKey(one.api_key)
    expect(queries()).toBe(2)
    directory.forget(null)
    await both()
    expect(queries()).toBe(3)
  })

  test('keeps no room for keys that do not exist: strangers cannot drive out who is known', async () => {
    const { directory, queries } = counted()
    const { api_key } = await make()
    await directory.findByApiKey(api_key)
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        Array.from({ length: 4_000 }, (_, index) => directory.findByApiKey(`key_test_${round}_${index}`)),
      )
    }
    const before = queries()
    await directory.findByApiKey(api_key)
    expect(queries()).toBe(before)
  })
})

describe('a change that is announced', () => {
  const listening = async () => {
    const { directory } = counted()
    let heard: () => void = () => {}
    const changes = await listenForChanges(database.url, (applicationId) => {
      directory.forget(applicationId)
      heard()
    })
    /** Resolves when the change that `work` makes has been heard. */
    const afterHearing = async (work: () => Promise<unknown>) => {
      const hearing = new Promise<void>((resolve) => {
        heard = resolve
      })
      await work()
      await hearing
    }
    return { directory, changes, afterHearing }
  }

  test('takes effect at once, without the clock moving', async () => {
    const { directory, changes, afterHearing } = await listening()
    const { application_id, api_key } = await make()
    expect((await directory.findByApiKey(api_key))?.allowlist).toBeNull()
    await afterHearing(() =>
      updateApplication(
        supervisor,
        { application_id: application_id, settings: { allow_ip: ['203.0.113.7'] } },
        dependencies,
      ),
    )
    expect((await directory.findByApiKey(api_key))?.allowlist?.includes('203.0.113.7')).toBe(true)
    await changes.stop()
  })

  test('rotated keys: the old one is unknown, the new one works, queued work continues', async () => {
    const { directory, changes, afterHearing } = await listening()
    const old = await make()
    expect(await directory.findByApiKey(old.api_key)).not.toBeNull()
    let fresh: typeof old | undefined
    await afterHearing(async () => {
      fresh = await rotateKeys(
        supervisor,
        { application_id: old.application_id, overlap_seconds: 0 },
        dependencies,
      )
    })
    expect(await directory.findByApiKey(old.api_key)).toBeNull()
    expect((await directory.findByApiKey(fresh?.api_key as string))?.applicationId).toBe(old.application_id)
    expect((await directory.findById(old.application_id))?.apiKey).toBe(fresh?.api_key)
    expect(
      (await showApplication(supervisor, { application_id: old.application_id }, dependencies)).api_key,
    ).toBe(fresh?.api_key)
    await changes.stop()
  })

  test('and another at the same time are both kept', async () => {
    const { application_id } = await make()
    const change = (index: number) =>
      index % 2 === 0
        ? updateApplication(
            supervisor,
            { application_id: application_id, settings: { allow_ip: ['203.0.113.7'] } },
            dependencies,
          )
        : updateApplication(
            supervisor,
            { application_id: application_id, settings: { burst: 123 } },
            dependencies,
          )
    await Promise.all(Array.from({ length: 8 }, (_, index) => change(index)))
    const after = await showApplication(supervisor, { application_id: application_id }, dependencies)
    expect([after.ip_allowlist, after.burst_per_second]).toEqual([['203.0.113.7'], 123])
  })

  test('that was not committed is not heard, and changes nothing', async () => {
    const { application_id, api_key } = await make()
    const { directory } = counted()
    await expect(
      updateApplication(
        supervisor,
        { application_id: application_id, settings: { environment: 'production' } },
        dependencies,
      ),
    ).rejects.toThrow('cannot change')
    expect((await directory.findByApiKey(api_key))?.environment).toBe('sandbox')
  })
})

test('the database contains neither secret unencrypted', async () => {
  const { api_key, secret_key, payload_encryption_key } = await make()
  const { rows } = await database.pool.query('select k::text as text from api_keys k where api_key = $1', [
    api_key,
  ])
  for (const secret of [secret_key, payload_encryption_key]) {
    const bytes = Buffer.from(secret.replace(/^\w+?_\w+?_/, ''), 'base64url')
    expect(rows[0].text).not.toContain(secret)
    expect(rows[0].text).not.toContain(Buffer.from(secret).toString('hex'))
    expect(rows[0].text).not.toContain(bytes.toString('hex'))
  }
})

test('a key of a cell of which the process has not heard yet is to be repeated, and an invented one is unknown', async () => {
  await database.pool.query(
    `insert into placed_keys (api_key, application_id, cell) values ('key_placed', 'app_placed', 'north')`,
  )
  const own = await make()
  let asked = 0
  const { findByApiKey } = createDirectory(database.pool, credentialsVault, clock, (keys) => {
    asked++
    return placedKeys(database.pool, keys)
  })
  await expect(findByApiKey('key_placed')).rejects.toMatchObject({
    ...{ code: 'overloaded', context: { retry_after: 1 } },
  })
  // A key of home costs no look more.
  asked = 0
  expect(await findByApiKey(own.api_key)).toMatchObject({ applicationId: own.application_id })
  expect(asked).toBe(0)
  // A flood of invented keys shares few looks.
  const invented = Array.from({ length: 300 }, (_, index) => `key_invented_${index}`)
  expect(new Set(await Promise.all(invented.map(findByApiKey)))).toEqual(new Set([null]))
  expect(asked).toBeLessThanOrEqual(5)
})
