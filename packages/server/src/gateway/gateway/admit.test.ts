import { randomBytes, randomUUID } from 'node:crypto'
import { dayMs, manualClock } from '@nani/foundation/core/index.ts'
import { openPool } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { testApplication } from '../../testing/application.ts'
import { type AdmissionRequest, type Admit, createAdmit, lockLeaseMs } from './admit.ts'
import type { Application } from './application.ts'
import { createLockReleases, forgetExpiredKeys } from './idempotency-locks.ts'

let database: TestDatabase
let otherPool: pg.Pool

beforeAll(async () => {
  database = await createDatabaseAtNoon()
  // What one process is to another: a pool of its own on the same database.
  otherPool = openPool(database.url, { maxConnections: 8, statementTimeoutMs: 10_000, onError: () => {} })
})
afterAll(async () => {
  await otherPool.end()
  await database.drop()
})

/** Two processes with the same clock. */
const processes = (startMs = noon) => {
  const clock = manualClock(startMs)
  return {
    clock,
    one: createAdmit({ pool: database.pool, clock }),
    two: createAdmit({ pool: otherPool, clock }),
  }
}

const asking = (application: Application, changes: Partial<AdmissionRequest> = {}): AdmissionRequest => ({
  application,
  nonce: randomUUID(),
  timestampMs: noon,
  countsTowardsBurst: true,
  idempotency: null,
  wantsLock: true,
  usesQuotaOf: null,
  ...changes,
})

const keyed = (key: string, fingerprint = 'a', wantsLock = true) => ({
  idempotency: { key, fingerprint: Buffer.from(fingerprint) },
  wantsLock,
})

describe('nonce', () => {
  test('is fresh once, also when it comes twice in one group', async () => {
    const { one } = processes()
    const application = testApplication()
    const nonce = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => one(asking(application, { nonce }))))
    expect(answers.map((answer) => answer.nonceFresh)).toEqual([true, false, false])
  })

  test('letter case makes no other nonce', async () => {
    const { one } = processes()
    const application = testApplication()
    const nonce = 'abcdefab-0000-4000-8000-abcdefabcdef'
    expect((await one(asking(application, { nonce }))).nonceFresh).toBe(true)
    expect((await one(asking(application, { nonce: nonce.toUpperCase() }))).nonceFresh).toBe(false)
  })

  test('two processes agree: of one nonce at both at the same time, one is fresh', async () => {
    const { one, two } = processes()
    const application = testApplication()
    const nonces = Array.from({ length: 40 }, () => randomUUID())
    const both = await Promise.all(
      nonces.map((nonce) =>
        Promise.all([one, two].map((admit: Admit) => admit(asking(application, { nonce })))),
      ),
    )
    expect(both.map((pair) => pair.filter((answer) => answer.nonceFresh).length)).toEqual(nonces.map(() => 1))
  })

  test('belongs to its API key: another key may use the same', async () => {
    const { one } = processes()
    const nonce = randomUUID()
    expect((await one(asking(testApplication(), { nonce }))).nonceFresh).toBe(true)
    expect((await one(asking(testApplication(), { nonce }))).nonceFresh).toBe(true)
  })

  const midnight = Date.UTC(2026, 2, 16)
  test.each([
    ['before and after', midnight - 1_000, midnight + 1_000],
    ['after and before', midnight + 1_000, midnight - 1_000],
    ['nearly ten minutes apart', midnight - 300_000, midnight + 299_000],
  ])('is remembered across midnight UTC: %s', async (_name, firstMs, secondMs) => {
    const { one } = processes(midnight)
    const application = testApplication()
    const nonce = randomUUID()
    expect((await one(asking(application, { nonce, timestampMs: firstMs }))).nonceFresh).toBe(true)
    expect((await one(asking(application, { nonce, timestampMs: secondMs }))).nonceFresh).toBe(false)
  })

  test('is burnt by a call that is refused before the burst guard, and such a call is not counted', async () => {
    const { one } = processes()
    const application = testApplication({ burstPerSecond: 1 })
    const nonce = randomUUID()
    const refused = await one(asking(application, { nonce, countsTowardsBurst: false }))
    expect([refused.nonceFresh, refused.withinBurst]).toEqual([true, false])
    expect((await one(asking(application, { nonce }))).nonceFresh).toBe(false)
    expect((await one(asking(application))).withinBurst).toBe(true)
  })
})

describe('burst', () => {
  test('exactly N calls a second pass, in one group', async () => {
    const { one } = processes()
    const application = testApplication({ burstPerSecond: 7 })
    const answers = await Promise.all(Array.from({ length: 30 }, () => one(asking(application))))
    expect(answers.filter((answer) => answer.withinBurst)).toHaveLength(7)
    expect(answers.every((answer) => answer.nonceFresh)).toBe(true)
  })

  test('exactly N calls a second pass, over two processes and many groups', async () => {
    const { one, two } = processes()
    const application = testApplication({ burstPerSecond: 50 })
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, index) => (index % 2 ? one : two)(asking(application))),
    )
    expect(answers.filter((answer) => answer.withinBurst)).toHaveLength(50)
  })

  test('the next second restarts', async () => {
    const { one, clock } = processes()
    const application = testApplication({ burstPerSecond: 1 })
    expect((await one(asking(application))).withinBurst).toBe(true)
    expect((await one(asking(application))).withinBurst).toBe(false)
    clock.advance(999)
    expect((await one(asking(application))).withinBurst).toBe(false)
    clock.advance(1)
    expect((await one(asking(application))).withinBurst).toBe(true)
  })

  test('a repeated nonce is not counted', async () => {
    const { one } = processes()
    const application = testApplication({ burstPerSecond: 2 })
    const nonce = randomUUID()
    await Promise.all([1, 2, 3, 4].map(() => one(asking(application, { nonce }))))
    expect((await one(asking(application))).withinBurst).toBe(true)
    expect((await one(asking(application))).withinBurst).toBe(false)
  })

  test('applications do not share it', async () => {
    const { one } = processes()
    const answers = await Promise.all(
      [1, 2, 3].map(() => one(asking(testApplication({ burstPerSecond: 1 })))),
    )
    expect(answers.map((answer) => answer.withinBurst)).toEqual([true, true, true])
  })
})

const settle = (application: Application, key: string, answer = 'answer') =>
  database.pool.query(
    'update idempotency_keys set http_status = 200, sealed_answer = $3 where application_id = $1 and key = $2',
    [application.applicationId, key, Buffer.from(answer)],
  )

describe('idempotency lock', () => {
  test('the first wins, also within one group and over two processes', async () => {
    const { one, two } = processes()
    const application = testApplication()
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? one : two)(asking(application, keyed(key)))),
    )
    expect(answers.filter((answer) => answer.lock !== null)).toHaveLength(1)
    expect(await rows(application)).toBe(1)
  })

  test('a completed key has the stored response', async () => {
    const { one } = processes()
    const application = testApplication()
    const key = randomUUID()
    expect((await one(asking(application, keyed(key)))).lock).not.toBeNull()
    await settle(application, key)
    const second = await one(asking(application, keyed(key)))
    expect(second.lock).toBeNull()
    expect(second.knownKey).toMatchObject({ status: 200, answer: Buffer.from('answer') })
  })

  test('a running key has the end of its lease', async () => {
    const { one, clock } = processes()
    const application = testApplication()
    const key = randomUUID()
    await one(asking(application, keyed(key)))
    clock.advance(lockLeaseMs - 1)
    const second = await one(asking(application, keyed(key)))
    expect([second.lock, second.knownKey?.status]).toEqual([null, null])
    expect(second.knownKey?.lockedUntilMs).toBe(noon + lockLeaseMs)
  })

  test('a lock that its holder never completed lapses after its lease', async () => {
    const { one, two, clock } = processes()
    const application = testApplication()
    const key = randomUUID()
    const first = await one(asking(application, keyed(key)))
    clock.advance(lockLeaseMs)
    const second = await two(asking(application, keyed(key)))
    expect(second.lock).not.toBeNull()
    expect(second.lock?.token).not.toBe(first.lock?.token)
    expect(second.knownKey?.status ?? null).toBeNull()
  })

  test('another request does not take over an expired lock', async () => {
    const { one, clock } = processes()
    const application = testApplication()
    const key = randomUUID()
    await one(asking(application, keyed(key, 'a')))
    clock.advance(lockLeaseMs + 1)
    const other = await one(asking(application, keyed(key, 'b')))
    expect(other.lock).toBeNull()
    expect(other.knownKey?.fingerprint.toString()).toBe('a')
  })

  test('a stored answer is replayed for 24 hours and then forgotten', async () => {
    const { one, clock } = processes()
    const application = testApplication()
    const key = randomUUID()
    await one(asking(application, keyed(key)))
    await settle(application, key)
    clock.advance(dayMs - 1)
    const late = await one(asking(application, { ...keyed(key), timestampMs: clock.now() }))
    expect([late.lock, late.knownKey?.status]).toEqual([null, 200])
    clock.advance(1)
    const after = await one(asking(application, { ...keyed(key, 'b'), timestampMs: clock.now() }))
    expect([after.lock === null, after.knownKey]).toEqual([false, null])
  })

  test('a call that is refused anyway only looks', async () => {
    const { one } = processes()
    const application = testApplication()
    const key = randomUUID()
    const looked = await one(asking(application, keyed(key, 'a', false)))
    expect([looked.lock, looked.knownKey]).toEqual([null, null])
    expect(await rows(application)).toBe(0)
  })

  test('a call beyond the burst, or with a used nonce, takes no lock', async () => {
    const { one } = processes()
    const application = testApplication({ burstPerSecond: 1 })
    const nonce = randomUUID()
    await one(asking(application, { nonce }))
    expect((await one(asking(application, keyed(randomUUID())))).lock).toBeNull()
    expect((await one(asking(application, { nonce, ...keyed(randomUUID()) }))).lock).toBeNull()
    expect(await rows(application)).toBe(0)
  })

  test('belongs to its application', async () => {
    const { one } = processes()
    const key = randomUUID()
    expect((await one(asking(testApplication(), keyed(key)))).lock).not.toBeNull()
    expect((await one(asking(testApplication(), keyed(key)))).lock).not.toBeNull()
  })

  test('calls with and without a key go together', async () => {
    const { one } = processes()
    const application = testApplication()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        one(asking(application, index % 2 ? keyed(randomUUID()) : {})),
      ),
    )
    expect(answers.map((answer) => answer.lock !== null)).toEqual(answers.map((_, index) => index % 2 === 1))
  })

  test('only its holder releases it, at once, and not after it is completed', async () => {
    const { one } = processes()
    const { release } = createLockReleases({
      pool: database.pool,
      clock: manualClock(noon),
      pause: () => Promise.reject(new Error('nothing failed')),
      log: () => {},
    })
    const application = testApplication()
    const key = randomUUID()
    const { lock } = await one(asking(application, keyed(key)))
    if (!lock) throw new Error('the first call has no lock')
    await release({ ...lock, token: randomUUID() })
    expect((await one(asking(application, keyed(key)))).lock).toBeNull()
    await release(lock)
    const second = await one(asking(application, keyed(key, 'b')))
    if (!second.lock) throw new Error('the second call has no lock')
    await settle(application, key)
    await release(second.lock)
    expect((await one(asking(application, keyed(key, 'b')))).knownKey?.status).toBe(200)
  })

  test('expired keys are forgotten, however many they are', async () => {
    const { applicationId } = testApplication()
    await database.pool.query(
      `insert into idempotency_keys (application_id, key, fingerprint, claim, claimed_until, expires_at)
       select $1, gen_random_uuid(), '', gen_random_uuid(), $2::timestamptz, case when n <= 25000 then $2::timestamptz else $3 end
       from generate_series(1, 25010) n`,
      [applicationId, new Date(noon - 5 * dayMs), new Date(noon + 9 * dayMs)],
    )
    expect(await forgetExpiredKeys(database.pool, noon - 4 * dayMs)).toBe(25_000)
    const { rows: left } = await database.pool.query(
      'select count(*)::int as left from idempotency_keys where application_id = $1',
      [applicationId],
    )
    expect(left[0].left).toBe(10)
  })

  const rows = async ({ applicationId }: Application): Promise<number> => {
    const found = await database.pool.query('select 1 from idempotency_keys where application_id = $1', [
      applicationId,
    ])
    return found.rowCount ?? 0
  }
})

describe('quota', () => {
  test('reports the usage of the service in the period of its quota', async () => {
    const { one } = processes()
    const application = testApplication({
      quotas: new Map([['kyc_validation', { limit: 10, period: 'month' }]]),
    })
    await database.pool.query(
      `insert into usage_counters (application_id, service, period, period_start, used) values
       ($1, 'kyc_validation', 'month', '2026-03-01', 4), ($1, 'kyc_validation', 'day', '2026-03-15', 3),
       ($1, 'kyc_validation', 'month', '2026-02-01', 9), ($1, 'face_recognition', 'month', '2026-03-01', 8)`,
      [application.applicationId],
    )
    expect((await one(asking(application, { usesQuotaOf: 'kyc_validation' }))).quotaUsed).toBe(4)
    expect((await one(asking(application, { usesQuotaOf: 'face_recognition' }))).quotaUsed).toBe(0)
    expect((await one(asking(application))).quotaUsed).toBe(0)
  })
})

test('a database that is away refuses the call and does not hold it', async () => {
  const away = openPool('postgres://nobody@127.0.0.1:1/none', {
    maxConnections: 2,
    statementTimeoutMs: 1_000,
    onError: () => {},
  })
  const admit = createAdmit({ pool: away, clock: manualClock(noon) })
  const calls = Array.from({ length: 200 }, () => admit(asking(testApplication({ apiKey: 'key_test_away' }))))
  const settled = await Promise.allSettled(calls)
  expect(settled.every(({ status }) => status === 'rejected')).toBe(true)
  await away.end()
})

test('a call that is repeated a hundred times at once passes once, and costs one statement', async () => {
  let statements = 0
  const query = (...asked: Parameters<pg.Pool['query']>) => {
    statements++
    return database.pool.query(...asked)
  }
  const admit = createAdmit({ pool: { query } as unknown as pg.Pool, clock: manualClock(noon) })
  const application = testApplication()
  const nonce = randomUUID()
  const spellings = [nonce, nonce.toUpperCase()]
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      admit(asking(application, { nonce: spellings[index % 2] as string })),
    ),
  )
  expect(answers.filter(({ nonceFresh }) => nonceFresh)).toHaveLength(1)
  expect(statements).toBe(1)
})

test('fingerprints are compared as bytes', async () => {
  const { one } = processes()
  const application = testApplication()
  const key = randomUUID()
  const fingerprint = randomBytes(32)
  await one(asking(application, { idempotency: { key, fingerprint } }))
  const again = await one(asking(application, { idempotency: { key, fingerprint } }))
  expect(again.knownKey?.fingerprint.equals(fingerprint)).toBe(true)
})
