import { expect, inject, test } from 'vitest'
import { post } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { kycRequest, singlePath, validate } from '../client/kyc.ts'

const { sandbox } = inject('demo')

test.each([
  ['purpose', { purpose: undefined }],
  ['purpose', { purpose: null }],
  ['purpose', { purpose: 1 }],
  ['purpose', { purpose: ['customer_onboarding'] }],
  ['document_delivery', { document_delivery: 'pigeon' }],
  ['document_delivery', { document_delivery: true }],
  ['reference', { reference: 5 }],
  ['reference', { reference: {} }],
])('%s missing, unknown or of another type is invalid_request: %j', async (field, members) => {
  expectRefusal(await validate(sandbox, '0001', members), 'invalid_request', { context: { field } })
})

test('an empty object is invalid_request', async () => {
  const answer = await post(sandbox, singlePath, {})
  expectRefusal(answer, 'invalid_request', {
    context: { field: expect.stringMatching(/^(identifier|purpose)$/) },
  })
})

test('unknown members are ignored at every depth', async () => {
  const members = {
    later: 1,
    match: { nickname: 'x' },
    identifier: { ...kycRequest('0001').identifier, country: 'COD' },
  }
  expect(await validate(sandbox, '0001', members)).toMatchObject({
    status: 200,
    json: { result: 'verified' },
  })
})

test('members inherited by name only (__proto__, constructor) are unknown members', async () => {
  const plaintext = Buffer.from(
    '{"__proto__":{"purpose":"age_gating"},"constructor":{"prototype":{"x":1}},"identifier":{"type":"svc_id","value":"COD-0000-0000-0001"}}',
  )
  expectRefusal(await post(sandbox, singlePath, undefined, { plaintext }), 'invalid_request', {
    context: { field: 'purpose' },
  })
})

test.each([
  'customer_onboarding',
  'account_recovery',
  'transaction_authorization',
  'age_gating',
  'regulatory_compliance',
  'fraud_prevention',
  'credit_assessment',
  'employment_screening',
])('purpose %s is approved for an application that has it, and echoed', async (purpose) => {
  expect(await validate(sandbox, '0001', { purpose })).toMatchObject({ status: 200, json: { purpose } })
})
