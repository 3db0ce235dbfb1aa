import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { get, post, send, signedRequest } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  everyItem,
  finishedBatch,
  kycRequest,
  singlePath,
  validate,
} from '../client/kyc.ts'
import type { Batch, KycValidation } from '../client/shapes.ts'
import { fetchPlainly } from '../client/transport.ts'
import { createApplication } from '../installation/applications.ts'
import { startSecondProcess } from '../installation/second-process.ts'
import { type Installation, newDataDir, removeInstallation } from '../installation/start-installation.ts'
import { callsUsed } from '../installation/usage.ts'

const dataDir = inject('dataDir')
const ownDataDir = newDataDir()
let second: Installation

beforeAll(async () => {
  second = await startSecondProcess(dataDir, ownDataDir)
})

afterAll(async () => {
  await second?.stop().catch(() => {})
  await removeInstallation(ownDataDir, second)
})

/** The same application, called through the other process. */
const there = (credentials: Credentials): Credentials => ({
  ...credentials,
  base_url: second.demo.sandbox.base_url,
})

test('a nonce used on one process is refused by the other', async () => {
  const application = await createApplication(dataDir)
  const call = signedRequest(application, 'POST', singlePath, kycRequest('0001'))
  expect((await send(application, call)).status).toBe(200)
  expectRefusal(await send(there(application), call), 'nonce_reused')
})

test('of simultaneous calls with one nonce on both processes exactly one passes', async () => {
  const application = await createApplication(dataDir)
  const nonce = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      validate(n % 2 ? application : there(application), '0001', {}, { nonce }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a quota is shared: exactly as many calls pass as it allows', async () => {
  const application = await createApplication(dataDir, { quota: ['kyc_validation=7/day'] })
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => validate(n % 2 ? application : there(application), '0001')),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(7)
})

test('an idempotent answer of one process is replayed by the other', async () => {
  const application = await createApplication(dataDir)
  const options = { idempotencyKey: randomUUID() }
  const first = await validate(application, '0001', {}, options)
  const second = await validate(there(application), '0001', {}, options)
  expect(second).toMatchObject({ status: 200, json: { id: first.json.id } })
  expect(second.headers['idempotent-replayed']).toBe('true')
})

test('of simultaneous calls with one idempotency key on both processes one is performed', async () => {
  const application = await createApplication(dataDir)
  const options = { idempotencyKey: randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      validate(n % 2 ? application : there(application), '0001', {}, options),
    ),
  )
  const answered = answers.filter(({ status }) => status === 200)
  expect(new Set(answered.map(({ json }) => json.id)).size).toBe(1)
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(1)
})

test('results, and the files behind them, are read through either process', async () => {
  const application = await createApplication(dataDir)
  const first = await validate(application, '0001')
  const elsewhere = await get<KycValidation>(there(application), `${singlePath}/${first.json.id}`)
  expect(elsewhere).toMatchObject({ status: 200, json: { id: first.json.id } })
  const link = new URL(first.json.kyc.biometrics.selfie!.file.url)
  const moved = new URL(link.pathname + link.search, second.demo.sandbox.base_url)
  expect((await fetchPlainly(moved.href)).body.equals((await fetchPlainly(link.href)).body)).toBe(true)
})

test('a batch accepted by one is worked on by both, no item twice', async () => {
  const size = 2000
  const application = await createApplication(dataDir)
  const { json } = await post<Batch>(
    there(application),
    batchPath,
    batchRequest(batchItems(size)),
    asynchronously,
  )
  await finishedBatch(application, json.id)
  const items = await everyItem(application, json.id)
  expect(items).toHaveLength(size)
  expect(new Set(items.map(({ result }) => result?.id)).size).toBe(size)
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(size)
})
