import { expect, inject, test } from 'vitest'
import { validate } from '../client/kyc.ts'

const { sandbox } = inject('demo')
const rfc3339Utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const envelope = (digits: string) => ({
  id: expect.stringMatching(/^kyc_\w+$/),
  object: 'kyc_validation',
  livemode: false,
  reference: null,
  status: 'completed',
  identifier: { type: 'svc_id', value: `COD-0000-0000-${digits}` },
  purpose: 'customer_onboarding',
  created_at: expect.stringMatching(rfc3339Utc),
})

test('verified contains account, match and kyc', async () => {
  const { status, json } = await validate(sandbox, '0001')
  expect(status).toBe(200)
  expect(json).toEqual({
    ...envelope('0001'),
    result: 'verified',
    certified_account: true,
    account: {
      svc_id: 'COD-0000-0000-0001',
      status: 'active',
      certified: true,
      created_at: expect.stringMatching(rfc3339Utc),
      level_of_assurance: expect.stringMatching(/^LOA[234]$/),
    },
    match: { full_name: 'not_provided', date_of_birth: 'not_provided', age: 'not_provided', score: 0 },
    kyc: expect.any(Object),
    scopes_applied: expect.arrayContaining(['kyc.basic']),
    scopes_withheld: [],
  })
})

test('not_found contains no account, no kyc, no match, and empty scope arrays', async () => {
  const { status, json } = await validate(sandbox, '0404')
  expect(status).toBe(200)
  expect(json).toEqual({
    ...envelope('0404'),
    result: 'not_found',
    certified_account: false,
    scopes_applied: [],
    scopes_withheld: [],
  })
})

test('an unknown identifier is not_found, not an error', async () => {
  const answer = await validate(sandbox, '9999')
  expect(answer).toMatchObject({ status: 200, json: { result: 'not_found', certified_account: false } })
})

test('not_certified contains the account only, with certified false', async () => {
  const { status, json } = await validate(sandbox, '0002', { match: { full_name: 'Anyone' } })
  expect(status).toBe(200)
  expect(json).toEqual({
    ...envelope('0002'),
    result: 'not_certified',
    certified_account: false,
    account: expect.objectContaining({ svc_id: 'COD-0000-0000-0002', certified: false }),
    scopes_applied: [],
    scopes_withheld: [],
  })
})

test.each([
  ['0004', 'suspended', 'verified'],
  ['0005', 'paused', 'verified'],
  ['0006', 'deleted', 'not_certified'],
])('account %s, %s, returns %s (spec/disclosure#account-status)', async (digits, status, result) => {
  const { json } = await validate(sandbox, digits)
  expect(json).toMatchObject({ result, account: { status, certified: result === 'verified' } })
  expect(json.certified_account).toBe(result === 'verified')
})

test('a certified minor is verified, with an age under 18', async () => {
  const { json } = await validate(sandbox, '0007')
  expect(json.result).toBe('verified')
  expect(json.kyc.basic.age).toBeLessThan(18)
})

test.each(['0008', '0009', '0010', '0011', '0012', '0013'])(
  'test identity %s is verified',
  async (digits) => {
    expect((await validate(sandbox, digits)).json).toMatchObject({
      result: 'verified',
      certified_account: true,
    })
  },
)

test('a reference is echoed, and a null one means absent', async () => {
  expect((await validate(sandbox, '0001', { reference: 'Dossier n° 7 – é' })).json.reference).toBe(
    'Dossier n° 7 – é',
  )
  expect((await validate(sandbox, '0001', { reference: null })).json.reference).toBeNull()
})

test('every optional member may be null, which means absent', async () => {
  const nothing = { match: null, scopes: null, document_delivery: null, reference: null }
  const { status, json } = await validate(sandbox, '0001', nothing)
  expect(status).toBe(200)
  expect(json.scopes_applied).toEqual((await validate(sandbox, '0001')).json.scopes_applied)
})
