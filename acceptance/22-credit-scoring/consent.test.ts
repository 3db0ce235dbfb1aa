import { describe, expect, inject, test } from 'vitest'
import { post } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { asynchronously, finishedJob, sandboxPerson } from '../client/kyc.ts'
import type { Job, ResultsList } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { consentOf, path, type Score, score, scoreRequest, validConsent } from './credit.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')

describe('consent_required', () => {
  test.each([
    ['absent', undefined],
    ['null', null],
    ['without an id', { method: 'svc_app' }],
    ['with a null id', { method: 'svc_app', consent_id: null }],
    ['empty', {}],
    ['expired', { method: 'svc_app', consent_id: 'cns_sandbox_expired' }],
    ['revoked', { method: 'svc_app', consent_id: 'cns_sandbox_revoked' }],
    ['of another citizen', { method: 'svc_app', consent_id: 'cns_sandbox_other' }],
    ['unknown', { method: 'svc_app', consent_id: 'cns_01JB2X4T6V9X2B5D7F9H1K3M5P' }],
    ['of another form', { method: 'svc_app', consent_id: 'nonsense' }],
  ])('a consent that is %s', async (_, consent) => {
    const answer = await score(sandbox, '0008', { consent })
    expectRefusal(answer, 'consent_required')
    expect(Object.keys(answer.json).sort()).toEqual(['error', 'message', 'request_id'])
  })

  test.each(['0001', '0002', '0404', '0500', '0502'])(
    'the valid consent of another citizen, for %s',
    async (digits) => expectRefusal(await score(sandbox, digits), 'consent_required'),
  )

  test('the consent of another application', async () => {
    const lender = { services: ['credit_scoring'] }
    const [first, second] = [
      await createApplication(dataDir, lender),
      await createApplication(dataDir, lender),
    ]
    const consent = await consentOf(first, sandboxPerson('0001'))
    expect((await score(first, '0001', { consent })).status).toBe(200)
    expectRefusal(await score(second, '0001', { consent }), 'consent_required')
    expect((await score(second, '0008')).status).toBe(200)
  })

  test('a product that the consent does not name', async () => {
    // Of its own: other files ask this person for consents for the application of the demo at the same time.
    const lender = await createApplication(dataDir, { services: ['credit_scoring'] })
    const consent = await consentOf(lender, sandboxPerson('0005'), 'mortgage')
    expectRefusal(await score(lender, '0005', { consent, product: 'bnpl' }), 'consent_required')
    expect((await score(lender, '0005', { consent, product: 'mortgage' })).status).toBe(200)
  })
})

describe('invalid_request', () => {
  test.each([
    ['consent', 'cns_sandbox_valid'],
    ['consent.consent_id', { method: 'svc_app', consent_id: 7 }],
    ['consent.method', { method: 'paper', consent_id: 'cns_sandbox_valid' }],
    ['consent.method', { consent_id: 'cns_sandbox_valid' }],
  ])('%s of the wrong type, or an unknown method', async (field, consent) => {
    expectRefusal(await score(sandbox, '0008', { consent }), 'invalid_request', { context: { field } })
  })

  test.each(['product', 'purpose', 'identifier'])('a request without %s', async (field) => {
    const answer = await score(sandbox, '0008', { [field]: undefined })
    expectRefusal(answer, 'invalid_request', { context: { field } })
  })

  test('an unknown product', async () => {
    expectRefusal(await score(sandbox, '0008', { product: 'car' }), 'invalid_request', {
      context: { field: 'product' },
    })
  })
})

test.each(['customer_onboarding', 'fraud_prevention', 'no_purpose'])(
  'the purpose %s is purpose_not_approved, also without a consent',
  async (purpose) => {
    const answer = await score(sandbox, '0008', { purpose, consent: null })
    expectRefusal(answer, 'purpose_not_approved')
  },
)

test('credit_assessment must be approved for the application', async () => {
  const application = await createApplication(dataDir, {
    services: ['credit_scoring'],
    purposes: ['customer_onboarding'],
  })
  expectRefusal(await score(application, '0008'), 'purpose_not_approved')
})

test('an identifier of a wrong form, or of a business, is refused before the consent', async () => {
  const malformed = { identifier: { type: 'svc_id', value: '12' }, consent: null }
  expectRefusal(await score(sandbox, '0008', malformed), 'invalid_identifier')
  const business = { identifier: { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' }, consent: null }
  expectRefusal(await score(sandbox, '0008', business), 'unsupported_identifier_type')
})

test('a document leads to the same citizen', async () => {
  const identifier = { type: 'passport', value: 'SX0000001' }
  const consent = await consentOf(sandbox, identifier)
  const { status, json } = await score(sandbox, '0001', { identifier, consent })
  expect([status, json.account?.svc_id]).toEqual([200, 'COD-0000-0000-0001'])
  expect((await score(sandbox, '0001', { consent })).status).toBe(200)
})

test('an asynchronous call is checked when it is accepted', async () => {
  expectRefusal(await score(sandbox, '0008', { consent: null }, asynchronously), 'consent_required')
})

test('refused calls are not billed and compute nothing: the quota is unchanged', async () => {
  const application = await createApplication(dataDir, {
    services: ['credit_scoring'],
    quota: ['credit_scoring=1/day'],
  })
  for (const consent of [null, { method: 'svc_app', consent_id: 'cns_sandbox_expired' }])
    expectRefusal(await score(application, '0008', { consent }), 'consent_required')
  expect((await score(application, '0008')).status).toBe(200)
  expectRefusal(await score(application, '0008'), 'quota_exceeded')
  // Consent is checked before the quota.
  expectRefusal(await score(application, '0008', { consent: null }), 'consent_required')
})

test('in a batch, an item without a valid consent fails alone', async () => {
  const item = (reference: string, consent: unknown, more = {}) => {
    const { purpose: _purpose, product: _product, ...own } = scoreRequest('0008', { consent, ...more })
    return { ...own, ...more, reference }
  }
  const body = {
    purpose: 'credit_assessment',
    product: 'microcredit',
    items: [
      item('a', validConsent),
      item('b', null),
      item('c', { method: 'svc_app', consent_id: 'cns_sandbox_revoked' }),
      item('d', validConsent, { product: 'bnpl', amount_requested: { value: 900, currency: 'USD' } }),
      item('e', validConsent, { purpose: 'customer_onboarding' }),
      item('f', validConsent, { identifier: { type: 'svc_id', value: '12' } }),
    ],
  }
  const { status, json } = await post<ResultsList<Score & { product: string }>>(
    sandbox,
    `${path}/batches`,
    body,
  )
  expect(status).toBe(200)
  const errors = json.data.map((one) => ('error' in one && one.error ? one.error.code : one.status))
  expect(errors).toEqual([
    'succeeded',
    'consent_required',
    'consent_required',
    'succeeded',
    'purpose_not_approved',
    'invalid_identifier',
  ])
  expect(json.data[0]?.result).toMatchObject({ product: 'microcredit', reference: 'a' })
  expect(json.data[3]?.result).toMatchObject({ product: 'bnpl', amount_requested: { value: 900 } })
})

test('a job ends with credit_score.completed and job.completed', async () => {
  const accepted = await post<Job>(sandbox, path, scoreRequest('0008'), asynchronously)
  expect(accepted.json).toMatchObject({ object: 'job', service: 'credit_scoring', status: 'pending' })
  const job = await finishedJob<Score>(sandbox, accepted.json.id)
  expect(job).toMatchObject({ status: 'completed', result: { object: 'credit_score' } })
})
