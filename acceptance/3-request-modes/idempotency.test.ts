import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { post } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  finishedJob,
  kycRequest,
  singlePath,
  validate,
} from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'
import { callsUsed } from '../installation/usage.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')
const replayed = (answer: { headers: Record<string, unknown> }) => answer.headers['idempotent-replayed']

test('a retry with the same key returns the original answer, freshly encrypted, and counts once', async () => {
  const application = await createApplication(dataDir)
  const options = { idempotencyKey: randomUUID() }
  const first = await validate(application, '0001', { reference: 'once' }, options)
  const second = await validate(application, '0001', { reference: 'once' }, options)
  expect(first.status).toBe(200)
  expect(replayed(first)).toBeUndefined()
  expect(second.status).toBe(200)
  expect(replayed(second)).toBe('true')
  expect(second.json).toEqual(first.json)
  expect(second.headers['x-svc-iv']).not.toBe(first.headers['x-svc-iv'])
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(1)
})

test('a replay keeps the original status: a job stays one job', async () => {
  const options = { idempotencyKey: randomUUID(), ...asynchronously }
  const first = await post<{ id: string }>(sandbox, singlePath, kycRequest('0001'), options)
  await finishedJob(sandbox, first.json.id)
  const second = await post<{ id: string }>(sandbox, singlePath, kycRequest('0001'), options)
  expect(second).toMatchObject({ status: 202, json: first.json })
  expect(replayed(second)).toBe('true')
})

test.each([
  ['synchronous', {}],
  ['asynchronous', asynchronously],
])('a %s batch is replayed whole', async (_, mode) => {
  const options = { idempotencyKey: randomUUID(), ...mode }
  const body = batchRequest(batchItems(5))
  const first = await post(sandbox, batchPath, body, options)
  const second = await post(sandbox, batchPath, body, options)
  expect(second).toMatchObject({ status: first.status, json: first.json })
  expect(replayed(second)).toBe('true')
})

test('the same key with another body or another path is idempotency_key_reused', async () => {
  const options = { idempotencyKey: randomUUID() }
  expect((await validate(sandbox, '0001', {}, options)).status).toBe(200)
  expectRefusal(await validate(sandbox, '0002', {}, options), 'idempotency_key_reused')
  expectRefusal(await post(sandbox, batchPath, kycRequest('0001'), options), 'idempotency_key_reused')
})

test('a key belongs to its application: another one gets an answer of its own', async () => {
  const other = await createApplication(dataDir)
  const options = { idempotencyKey: randomUUID() }
  const mine = await validate(sandbox, '0001', {}, options)
  const theirs = await validate(other, '0001', {}, options)
  expect(theirs.status).toBe(200)
  expect(replayed(theirs)).toBeUndefined()
  expect(theirs.json.id).not.toBe(mine.json.id)
})

test('a key that is not a UUID is invalid_request', async () => {
  for (const idempotencyKey of ['order-17', '123', 'x'.repeat(500)])
    expectRefusal(await validate(sandbox, '0001', {}, { idempotencyKey }), 'invalid_request')
})

test('only 2xx responses are stored: 4xx and 5xx run again', async () => {
  for (const [digits, members] of [
    ['0502', {}],
    ['0500', {}],
    ['0001', { purpose: 'other' }],
  ] as const) {
    const options = { idempotencyKey: randomUUID() }
    const first = await validate(sandbox, digits, members, options)
    const second = await validate(sandbox, digits, members, options)
    expect(first.status).toBeGreaterThanOrEqual(400)
    expect(second.status).toBe(first.status)
    expect(replayed(second)).toBeUndefined()
    expect(second.requestId).not.toBe(first.requestId)
  }
})

test('after a refusal the same key serves the corrected request', async () => {
  const application = await createApplication(dataDir, { burst: 1000 })
  const options = { idempotencyKey: randomUUID() }
  expect((await validate(application, '0502', {}, options)).status).toBe(502)
  const answer = await validate(application, '0001', {}, options)
  expect(answer.status).toBe(200)
  expect(replayed(answer)).toBeUndefined()
})

test('of twenty simultaneous calls with one key one is performed', async () => {
  const application = await createApplication(dataDir, { burst: 1000 })
  const options = { idempotencyKey: randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => validate(application, '0001', {}, options)),
  )
  const answered = answers.filter(({ status }) => status === 200)
  expect(answered.filter((answer) => replayed(answer) === undefined)).toHaveLength(1)
  expect(new Set(answered.map(({ json }) => json.id)).size).toBe(1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectRefusal(answer, 'idempotency_in_progress', { context: { retry_after: expect.any(Number) } })
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(1)
})
