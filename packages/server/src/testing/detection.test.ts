import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lookup } from '../risk/detection/index.ts'
import { testApplication } from './application.ts'
import { kycBody, type Modes, startModes } from './modes.ts'

let modes: Modes
const lookups: Lookup[] = []
beforeAll(async () => {
  modes = await startModes()
  modes.dependencies.onLookup = (lookup) => lookups.push(lookup)
})
afterAll(() => modes.stop())

const known = { type: 'svc_id', value: 'COD-1111-2222-3333' }
const unknown = { type: 'svc_id', value: 'COD-9999-9999-9999' }

test('each identifier that is looked up is noted, in every mode, found or not', async () => {
  const application = modes.admitApplication(testApplication())
  const { applicationId } = application
  const found = { applicationId, identifier: known, found: true }
  const missing = { applicationId, identifier: unknown, found: false }
  lookups.length = 0
  await modes.call(application, { body: kycBody() })
  await modes.call(application, { body: kycBody({ identifier: unknown }) })
  await modes.call(application, { body: kycBody({ identifier: unknown }), prefer: 'respond-async' })
  await modes.runJobs()
  expect(lookups.splice(0)).toEqual([found, missing, missing])
  const items = [known, unknown].map((identifier, index) => ({ identifier, reference: `r${index}` }))
  const batch = {
    target: '/v1/kyc/validations/batches',
    body: { purpose: 'customer_onboarding', items },
  }
  await modes.call(application, batch)
  await modes.call(application, { ...batch, prefer: 'respond-async' })
  await modes.runChunks()
  // Items of a batch run side by side.
  const inOrder = lookups.splice(0).sort((one, two) => Number(two.found) - Number(one.found))
  expect(inOrder).toEqual([found, found, missing, missing])
})

test('every way in which authentication fails is reported with key, address and application', async () => {
  const application = modes.admitApplication(testApplication({ allowlist: null }))
  const { applicationId, apiKey } = application
  const nonce = randomUUID()
  await modes.call(application, { body: kycBody(), nonce })
  modes.authenticationFailures.length = 0
  await modes.call(application, { body: kycBody(), nonce })
  await modes.call(application, { body: kycBody(), signature: '0'.repeat(64) })
  await modes.call(application, { body: kycBody(), timestamp: 0 })
  await modes.call(application, { body: kycBody(), headers: { 'x-svc-nonce': null } })
  await modes.call({ ...application, apiKey: 'key_test_unknown' }, { body: kycBody() })
  const of = { keyId: apiKey, clientAddress: '127.0.0.1' }
  expect(modes.authenticationFailures).toEqual([
    { ...of, code: 'nonce_reused', applicationId },
    { ...of, code: 'invalid_signature', applicationId },
    { ...of, code: 'timestamp_out_of_window', applicationId },
    { ...of, code: 'authentication_required', applicationId: null },
    { ...of, keyId: 'key_test_unknown', code: 'invalid_api_key', applicationId: null },
  ])
})

test('a refusal for another reason is not an authentication failure', async () => {
  const application = modes.admitApplication(testApplication())
  modes.authenticationFailures.length = 0
  expect((await modes.call(application, { body: {} })).status).toBe(400)
  expect((await modes.get(application, '/v1/jobs/job_x')).status).toBe(404)
  expect(modes.authenticationFailures).toEqual([])
})

test('the sandbox warns of a repeated IV, and production does not', async () => {
  const application = modes.admitApplication(testApplication())
  const iv = Buffer.alloc(12, 7)
  const warning = async (call: Parameters<Modes['call']>[1]) =>
    (await modes.call(application, call)).headers['x-svc-warning']
  expect(await warning({ body: kycBody(), iv })).toBeUndefined()
  expect(await warning({ body: kycBody() })).toBeUndefined()
  expect(await warning({ body: kycBody({ reference: 'another' }), iv })).toBe('iv_reused')
  // Refusals have it too. A repeated request is not a repeated IV, and no other caller can cause the warning.
  expect(await warning({ body: {}, iv })).toBe('iv_reused')
  const replayed = { body: kycBody(), iv: Buffer.alloc(12, 8), nonce: randomUUID() }
  expect(await warning(replayed)).toBeUndefined()
  expect(await warning(replayed)).toBeUndefined()
  expect(
    await warning({ body: kycBody(), iv: Buffer.alloc(12, 9), signature: '0'.repeat(64) }),
  ).toBeUndefined()
  expect(await warning({ body: kycBody(), iv: Buffer.alloc(12, 9) })).toBeUndefined()

  const production = await startModes({ environment: 'production' })
  try {
    const certificate = Buffer.from('trusted certificate')
    const thumbprint = createHash('sha256').update(certificate).digest('hex')
    const live = testApplication({ environment: 'production', thumbprints: new Set([thumbprint]) })
    production.admitApplication(live)
    const sent = { body: kycBody(), iv, headers: { 'client-cert': `:${certificate.toString('base64')}:` } }
    for (let count = 0; count < 2; count++) {
      const { status, headers } = await production.call(live, sent)
      expect([status, headers['x-svc-warning']]).toEqual([200, undefined])
    }
    expect(production.ivsReused).toEqual(['production'])
  } finally {
    await production.stop()
  }
})
