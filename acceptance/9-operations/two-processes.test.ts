import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  ask,
  asking,
  becomes,
  type Consent,
  changesOf,
  lender,
  read,
} from '../21-credit-consents/consents.ts'
import { createSignInApplication, exchangeCode, signIn, userinfo } from '../23-sign-in/relying-party.ts'
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
import { nani, naniJson } from '../installation/nani-command.ts'
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

test('of 64 parallel exchanges of one code on two processes exactly one passes', async () => {
  const application = await createSignInApplication(dataDir)
  const signedIn = await signIn(application, 'COD-0000-0000-0008')
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) => exchangeCode(n % 2 ? application : there(application), signedIn)),
  )
  const passed = answers.filter(({ status }) => status === 200)
  expect(passed).toHaveLength(1)
  expect(answers.filter(({ json }) => json.error === 'invalid_grant')).toHaveLength(63)
  // The code was presented again, so that its token has ended.
  expect((await userinfo(application, String(passed[0]?.json.access_token))).status).toBe(401)
})

describe('consents of citizens', () => {
  test('requests to one citizen on both processes at the same time are one request', async () => {
    const application = await lender(dataDir)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ask(n % 2 ? application : there(application), '0015')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(202))
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
  })

  test('each answer of the sandbox happens once, whichever process writes it', async () => {
    const application = await lender(dataDir)
    const digits = ['0001', '0003', '0004', '0005', '0008', '0009', '0010', '0011', '0014']
    const asked = await Promise.all(
      digits.map((one, n) => ask(n % 2 ? application : there(application), one)),
    )
    for (const { json } of asked) {
      await expect
        .poll(async () => (await read(there(application), json.id)).json.status, { timeout: 20_000 })
        .not.toBe('pending')
      expect(await changesOf(application, json.id)).toHaveLength(1)
    }
  })

  test('a revocation is seen on every process at once', async () => {
    const application = await lender(dataDir)
    const { json } = await ask(application, '0001')
    await becomes(there(application), json.id, 'approved')
    await nani(dataDir, 'consents', 'revoke', json.id, '--reason', 'Ordered by the court')
    const statuses = await Promise.all(
      [application, there(application)].map(async (caller) => (await read(caller, json.id)).json.status),
    )
    expect(statuses).toEqual(['revoked', 'revoked'])
  })

  test('a revocation refuses scores on every process at once, and a delivered score stays readable', async () => {
    const application = await lender(dataDir)
    const { json } = await ask(application, '0001')
    const { consent } = await becomes(application, json.id, 'approved')
    const score = (caller: Credentials) =>
      post<{ id: string; consent: Consent }>(caller, '/v1/credit/scores', {
        ...asking('0001'),
        consent: { method: 'svc_app', consent_id: consent!.consent_id },
      })
    const delivered = [await score(application), await score(there(application))]
    expect(delivered.map(({ status, json: { consent: used } }) => [status, used])).toEqual([
      [200, consent],
      [200, consent],
    ])
    const shown = await naniJson<{ uses: number }>(dataDir, 'consents', 'show', json.id)
    expect(shown.uses).toBe(2)
    await nani(dataDir, 'consents', 'revoke', json.id, '--reason', 'Ordered by the court')
    for (const caller of [there(application), application])
      expectRefusal(await score(caller), 'consent_required')
    const stored = await get<{ id: string }>(application, `/v1/credit/scores/${delivered[0]!.json.id}`)
    expect([stored.status, stored.json]).toEqual([200, delivered[0]!.json])
  })
})
