import { randomUUID } from 'node:crypto'
import { dayMs, manualClock, minuteMs } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import {
  type AuthenticationFailure,
  createAuthenticationFailures,
  listAuthenticationFailures,
  maxCounted,
  maxRowsPerMinute,
} from './authentication-failures.ts'
import { forgetDetections } from './retention.ts'

let startMs = Date.UTC(2026, 2, 15, 12)
let database: TestDatabase
let clock: ReturnType<typeof manualClock>

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  // A separate hour for each test.
  startMs += 60 * minuteMs
  clock = manualClock(startMs)
})

const newCounter = (pool: Pick<TestDatabase['pool'], 'query'> = database.pool) =>
  createAuthenticationFailures({ pool, clock, recorder: randomUUID() })

const keyId = (number: number) => `key_test_${String(number).padStart(24, '0')}`
const failure = (changes: Partial<AuthenticationFailure> = {}): AuthenticationFailure => ({
  keyId: keyId(1),
  clientAddress: '203.0.113.9',
  code: 'invalid_signature',
  applicationId: 'app_1',
  ...changes,
})
const listed = () =>
  listAuthenticationFailures(database.pool, { since: new Date(startMs), limit: 100_000 }).then((rows) =>
    rows.filter(({ minute }) => minute.getTime() < startMs + 60 * minuteMs),
  )

test('one row for each key, address, code and minute, once the minute is over', async () => {
  const failures = newCounter()
  for (let count = 0; count < 3; count++) failures.note(failure())
  failures.note(failure({ clientAddress: '203.0.113.10' }))
  failures.note(failure({ code: 'invalid_api_key', keyId: keyId(2), applicationId: null }))
  await failures.flush()
  expect(await listed()).toEqual([])
  clock.advance(minuteMs)
  failures.note(failure())
  await failures.flush()
  const minute = new Date(startMs)
  const row = { minute, api_key: keyId(1), client_address: '203.0.113.9', code: 'invalid_signature' }
  expect(await listed()).toEqual([
    { ...row, application_id: 'app_1', failures: 3 },
    { ...row, client_address: '203.0.113.10', application_id: 'app_1', failures: 1 },
    { ...row, api_key: keyId(2), code: 'invalid_api_key', application_id: null, failures: 1 },
  ])
  await failures.flush({ stopping: true })
  expect((await listed())[0]).toEqual({
    ...row,
    minute: new Date(startMs + minuteMs),
    application_id: 'app_1',
    failures: 1,
  })
  expect(Object.fromEntries(failures.totals)).toEqual({ invalid_signature: 5, invalid_api_key: 1 })
})

test('a value that is not a key id is not stored, because it can be a secret sent by mistake', async () => {
  const failures = newCounter()
  const sent = ['sk_test_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'x'.repeat(10_000), ['a', 'b'], '']
  for (const keyId of sent) failures.note(failure({ keyId, applicationId: null }))
  failures.note(failure({ keyId: undefined, applicationId: null }))
  await failures.flush({ stopping: true })
  expect((await listed()).map(({ api_key, failures: count }) => [api_key, count])).toEqual([
    ['malformed', 4],
    ['none', 1],
  ])
})

test('a flood of invented keys fills neither memory nor table, and hides no known key', async () => {
  const failures = newCounter()
  const flood = 3 * maxCounted
  failures.note(failure())
  for (let number = 0; number < flood; number++) {
    failures.note(failure({ keyId: keyId(1_000 + number), code: 'invalid_api_key', applicationId: null }))
    failures.note(failure({ keyId: keyId(1_000 + number), code: 'invalid_api_key', applicationId: null }))
  }
  await failures.flush({ stopping: true })
  const rows = await listed()
  expect(rows).toHaveLength(1 + maxRowsPerMinute.unknown + 1)
  expect(rows.filter(({ application_id }) => application_id === 'app_1')).toMatchObject([{ failures: 1 }])
  expect(rows.find(({ api_key }) => api_key === 'other')?.client_address).toBe('other')
  expect(rows.reduce((sum, { failures: count }) => sum + count, 0)).toBe(1 + 2 * flood)
})

test('beyond the maximum that a process counts, a further key is counted with the rest', async () => {
  const failures = newCounter()
  for (let number = 0; number < maxCounted; number++) {
    failures.note(failure({ keyId: keyId(1_000 + number), applicationId: null }))
  }
  failures.note(failure())
  await failures.flush({ stopping: true })
  const rows = await listed()
  expect(rows.filter(({ application_id }) => application_id === 'app_1')).toEqual([])
  expect(rows.reduce((sum, { failures: count }) => sum + count, 0)).toBe(maxCounted + 1)
})

test('for a known key that is tried from many addresses a limited number of rows is written', async () => {
  const failures = newCounter()
  for (let number = 0; number < 2_000; number++) {
    failures.note(failure({ clientAddress: `2001:db8::${number.toString(16)}` }))
  }
  await failures.flush({ stopping: true })
  const rows = await listed()
  expect(rows).toHaveLength(maxRowsPerMinute.known + 1)
  expect(rows.reduce((sum, { failures: count }) => sum + count, 0)).toBe(2_000)
})

test('a minute whose writing failed is written later, once', async () => {
  let writes = 0
  const query = async (...asked: Parameters<TestDatabase['pool']['query']>) => {
    writes++
    if (writes === 1) throw new Error('not sent')
    const answered = await database.pool.query(...asked)
    if (writes === 2) throw new Error('the answer is lost')
    return answered
  }
  const failures = newCounter({ query } as unknown as TestDatabase['pool'])
  failures.note(failure())
  clock.advance(minuteMs)
  await expect(failures.flush()).rejects.toThrow('not sent')
  expect(await listed()).toEqual([])
  await expect(failures.flush()).rejects.toThrow('the answer is lost')
  await failures.flush()
  expect(await listed()).toMatchObject([{ failures: 1 }])
})

test('failures of unknown keys are deleted after a month, and those of known keys after 400 days', async () => {
  const failures = newCounter()
  failures.note(failure())
  failures.note(failure({ keyId: keyId(2), applicationId: null }))
  await failures.flush({ stopping: true })
  await forgetDetections(database.pool, startMs + 32 * dayMs)
  expect(await listed()).toMatchObject([{ application_id: 'app_1' }])
  await forgetDetections(database.pool, startMs + 401 * dayMs)
  expect(await listed()).toEqual([])
})
