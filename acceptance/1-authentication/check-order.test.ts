import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, test } from 'vitest'
import { type CallOptions, post, type SignedRequest, send, signedRequest } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { identityOf } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { kycRequest, singlePath, validate } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'

// In each test two neighbours of spec/checks#order-of-checks fail together, and the earlier one must answer.

const demo = inject('demo')
const dataDir = inject('dataDir')
const { sandbox } = demo
const plain = { encrypted: false }

const stale = () => ({ timestamp: String(Math.floor(Date.now() / 1000) - 1000) })
const foreignKey = { encryptionKey: `pek_test_${randomBytes(32).toString('base64url')}` }
const request = (options?: CallOptions, credentials = sandbox) =>
  signedRequest(credentials, 'POST', singlePath, kycRequest('0001'), options)
const forged = (call: SignedRequest): SignedRequest => ({
  ...call,
  headers: { ...call.headers, 'X-SVC-Signature': 'b'.repeat(64) },
})

let notEnabled: Credentials
let elsewhere: Credentials
let unapproved: Credentials
let productionElsewhere: Credentials

beforeAll(async () => {
  notEnabled = await createApplication(dataDir, { services: ['aml_screening'], burst: 1 })
  elsewhere = await createApplication(dataDir, { allowIp: ['203.0.113.0/24'], services: ['aml_screening'] })
  unapproved = await createApplication(dataDir, { environment: 'production', services: ['aml_screening'] })
  productionElsewhere = await createApplication(dataDir, {
    environment: 'production',
    approved: true,
    allowIp: ['203.0.113.0/24'],
  })
})

test('size limit before key', async () => {
  const call = request(
    { rawBody: Buffer.alloc(16 * 1024 * 1024 + 1, 0x20) },
    {
      ...sandbox,
      api_key: `key_test_${'x'.repeat(24)}`,
    },
  )
  expectRefusal(await send(sandbox, call), 'payload_too_large', plain)
})

test('key before timestamp', async () => {
  const call = request(stale(), { ...sandbox, api_key: `key_test_${'x'.repeat(24)}` })
  expectRefusal(await send(sandbox, call), 'invalid_api_key', plain)
})

test('timestamp before signature', async () => {
  expectRefusal(await send(sandbox, forged(request(stale()))), 'timestamp_out_of_window', plain)
})

test('signature before certificate', async () => {
  const { ca } = identityOf(demo.production)
  expectRefusal(
    await send(demo.production, forged(request({}, demo.production)), { ca }),
    'invalid_signature',
    plain,
  )
})

test('certificate before IP allowlist', async () => {
  const answer = await send(
    productionElsewhere,
    request({}, productionElsewhere),
    identityOf(demo.production),
  )
  expectRefusal(answer, 'certificate_mismatch')
  expectRefusal(await send(productionElsewhere, request({}, productionElsewhere)), 'ip_not_allowed')
})

test('signature before nonce', async () => {
  const call = request()
  expect((await send(sandbox, call)).status).toBe(200)
  expectRefusal(await send(sandbox, forged(call)), 'invalid_signature', plain)
})

test('IP allowlist before nonce', async () => {
  const call = request({}, elsewhere)
  expectRefusal(await send(elsewhere, call), 'ip_not_allowed')
  expectRefusal(await send(elsewhere, call), 'ip_not_allowed')
})

test('nonce before production access', async () => {
  const call = request({}, unapproved)
  expectRefusal(await send(unapproved, call), 'production_access_required')
  expectRefusal(await send(unapproved, call), 'nonce_reused')
})

test('production access before service enabled', async () => {
  expectRefusal(await send(unapproved, request({}, unapproved)), 'production_access_required')
})

test('service enabled before burst guard', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => send(notEnabled, request({}, notEnabled))),
  )
  for (const answer of answers) expectRefusal(answer, 'service_not_enabled')
})

test('service enabled before decryption', async () => {
  expectRefusal(await send(notEnabled, request(foreignKey, notEnabled)), 'service_not_enabled')
})

test('burst guard before decryption', async () => {
  const application = await createApplication(dataDir, { burst: 1 })
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => send(application, request(foreignKey, application))),
  )
  expect(new Set(answers.map(({ json }) => json.error))).toEqual(
    new Set(['decryption_failed', 'rate_limited']),
  )
})

test('JSON before idempotent replay', async () => {
  const idempotencyKey = randomUUID()
  expect((await validate(sandbox, '0001', {}, { idempotencyKey })).status).toBe(200)
  const answer = await post(sandbox, singlePath, null, {
    idempotencyKey,
    plaintext: Buffer.from('{"purpose":'),
  })
  expectRefusal(answer, 'malformed_body')
})

test('idempotent replay before field validation', async () => {
  const idempotencyKey = randomUUID()
  expect((await validate(sandbox, '0001', {}, { idempotencyKey })).status).toBe(200)
  expectRefusal(
    await validate(sandbox, '0001', { identifier: 7 }, { idempotencyKey }),
    'idempotency_key_reused',
  )
})

test('field validation before purpose', async () => {
  const members = { purpose: 'world_domination' }
  expectRefusal(await validate(sandbox, '0001', { ...members, match: 'x' }), 'invalid_request')
  expectRefusal(
    await validate(sandbox, '0001', { ...members, identifier: { type: 'svc_id', value: 'nonsense' } }),
    'invalid_identifier',
  )
})

test('purpose before scopes', async () => {
  const members = { purpose: 'world_domination', scopes: ['kyc.horoscope'] }
  expectRefusal(await validate(sandbox, '0001', members), 'purpose_not_approved')
})

test('scopes before quota, and quota before performing', async () => {
  const application = await createApplication(dataDir, {
    scopes: ['kyc.emails'],
    quota: ['kyc_validation=1/day'],
  })
  expect((await validate(application, '0001')).status).toBe(200)
  expectRefusal(await validate(application, '0001', { scopes: ['kyc.religion'] }), 'scope_not_granted')
  expectRefusal(await validate(application, '0502'), 'quota_exceeded')
})

test('idempotent replay before quota', async () => {
  const application = await createApplication(dataDir, { quota: ['kyc_validation=1/day'] })
  const idempotencyKey = randomUUID()
  const first = await validate(application, '0001', {}, { idempotencyKey })
  expect(first.status).toBe(200)
  const replayed = await validate(application, '0001', {}, { idempotencyKey })
  expect(replayed).toMatchObject({ status: 200, json: { id: first.json.id } })
})
