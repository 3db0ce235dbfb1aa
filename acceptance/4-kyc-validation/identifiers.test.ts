import { beforeAll, expect, inject, test } from 'vitest'
import { post } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { singlePath, validate } from '../client/kyc.ts'
import type { Document, Identifier, KycValidation } from '../client/shapes.ts'

const { sandbox } = inject('demo')

const lookUp = (identifier: unknown) =>
  post<KycValidation>(sandbox, singlePath, { identifier, purpose: 'customer_onboarding' })

test.each([
  ['COD-0000-0000-0001'],
  ['COD000000000001'],
  ['cod-0000-0000-0001'],
  [' COD 0000 0000 0001 '],
  ['COD–0000–0000–0001'],
  ['COD 0000-0000 0001'],
])('an svc_id written %j is normalized', async (value) => {
  const answer = await lookUp({ type: 'svc_id', value })
  expect(answer).toMatchObject({
    status: 200,
    json: { result: 'verified', identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' } },
  })
})

test.each([
  ['svc_id', 'COD-0000-0000-001'],
  ['svc_id', 'COD-0000-0000-00011'],
  ['svc_id', 'CDR-0000-0000-0001'],
  ['svc_id', 'COD-0000-0000-000A'],
  ['svc_id', 'COD-٠٠٠٠-٠٠٠٠-٠٠٠١'],
  ['svc_id', ''],
  ['passport', 'OP12'],
  ['passport', 'OP12345678'],
  ['passport', 'OP12345_7'],
  ['ceni', '1234567890'],
  ['ceni', '123456789012'],
  ['ceni', '1234567890A'],
  ['driving_licence', 'AB123'],
  ['driving_licence', 'A'.repeat(21)],
  ['national_id', 'AB12!'],
  ['national_id', 'É123456'],
])('a %s of the wrong format (%j) is invalid_identifier', async (type, value) => {
  expectRefusal(await lookUp({ type, value }), 'invalid_identifier')
})

test.each(['rccm', 'id_nat', 'nif'])(
  '%s exists, but not for KYC: unsupported_identifier_type',
  async (type) => {
    expectRefusal(await lookUp({ type, value: 'CD/KNG/RCCM/00-B-00001' }), 'unsupported_identifier_type')
  },
)

test.each([
  ['identifier.type', { type: 'tax_number', value: '123456789' }],
  ['identifier.type', { value: 'COD-0000-0000-0001' }],
  ['identifier.type', { type: 7, value: 'COD-0000-0000-0001' }],
  ['identifier.value', { type: 'svc_id' }],
  ['identifier.value', { type: 'svc_id', value: 1 }],
  ['identifier.value', { type: 'svc_id', value: null }],
  ['identifier', 'COD-0000-0000-0001'],
  ['identifier', undefined],
  ['identifier', null],
])('%s missing, unknown or of another type is invalid_request: %j', async (field, identifier) => {
  expectRefusal(await lookUp(identifier), 'invalid_request', { context: { field } })
})

/** The other types resolve through documents of the account that has data for every scope. */
let documents: Map<string, Document>
beforeAll(async () => {
  const { kyc } = (await validate(sandbox, '0001')).json
  const all = [kyc.documents.primary, ...(kyc.documents.others ?? [])].filter(
    (document) => document !== undefined,
  )
  documents = new Map(all.map((document) => [document.type, document]))
})

test.each(['passport', 'ceni', 'driving_licence', 'national_id'])(
  'a %s resolves to its holder',
  async (type) => {
    const number = documents.get(type)?.number
    expect(number).toEqual(expect.any(String))
    const answer = await lookUp({ type, value: number })
    expect(answer).toMatchObject({
      status: 200,
      json: { result: 'verified', account: { svc_id: 'COD-0000-0000-0001' }, identifier: { type } },
    })
  },
)

test.each(['passport', 'ceni', 'driving_licence', 'national_id'])(
  'a %s written with spaces and in lower case is normalized',
  async (type) => {
    const canonical = (await lookUp({ type, value: documents.get(type)?.number })).json.identifier
    const loose = ` ${canonical.value.slice(0, 3).toLowerCase()} ${canonical.value.slice(3).toLowerCase()}`
    const answer = await lookUp({ type, value: loose })
    expect(answer).toMatchObject({ status: 200, json: { result: 'verified', identifier: canonical } })
  },
)

test('a number resolves only under its own type', async () => {
  const passport = documents.get('passport')?.number
  for (const type of ['driving_licence', 'national_id']) {
    const { json } = await lookUp({ type, value: passport } satisfies { type: string; value?: string })
    expect(json.result).toBe('not_found')
  }
})

test('an unknown document number is not_found', async () => {
  const nobody: Identifier[] = [
    { type: 'passport', value: 'ZZ9999999' },
    { type: 'ceni', value: '99999999999' },
    { type: 'driving_licence', value: 'ZZ99999999' },
    { type: 'national_id', value: 'ZZ99999999' },
  ]
  for (const identifier of nobody)
    expect(await lookUp(identifier)).toMatchObject({ status: 200, json: { result: 'not_found', identifier } })
})
