import { purposeField } from '@nani/contract'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { defineService, type PerformedAs } from './service.ts'

/*
 * The compiler checks these declarations: `npm run types` fails when a line marked with `@ts-expect-error` compiles.
 */

const request = Type.Object({ purpose: purposeField, colour: Type.Enum(['red', 'blue']) })
const result = Type.Object({
  id: Type.String(),
  result: Type.Enum(['match', 'no_match']),
  status: Type.Enum(['completed', 'failed']),
  count: Type.Integer(),
})
type Result = Type.Static<typeof result>

const common = {
  name: 'kyc_validation',
  object: 'sample',
  idPrefix: 'smp',
  path: '/v1/samples',
  title: '',
  summary: '',
  actions: { call: '', batch: '', result: '' },
  description: '',
  examples: [],
  refusals: [],
  batchFields: [],
  identifierTypes: {},
} as const

const matched: PerformedAs<Result> = { outcome: 'match', fields: { count: 1 } }

test('a declaration that fits its schemas compiles', () => {
  const perform = async (call: { request: Type.Static<typeof request> }) =>
    call.request.colour === 'red' ? matched : { ...matched, fields: { count: 2 } }
  expect(defineService({ ...common, request, result, perform })).toMatchObject({ request, result })
})

test('the result of perform has the fields of the declared result, without those of the envelope', () => {
  // @ts-expect-error: the field is a number
  const wrongType: PerformedAs<Result> = { outcome: 'match', fields: { count: '1' } }
  // @ts-expect-error: a field is missing
  const missing: PerformedAs<Result> = { outcome: 'match', fields: {} }
  // @ts-expect-error: `status` can be `completed`, so that the envelope has it
  const ofEnvelope: PerformedAs<Result> = { outcome: 'match', fields: { count: 1, status: 'completed' } }
  // @ts-expect-error: no such outcome
  const wrongOutcome: PerformedAs<Result> = { outcome: 'found', fields: { count: 1 } }
  expect([wrongType, missing, ofEnvelope, wrongOutcome]).toHaveLength(4)
})

test('a `status` that is never `completed` is a field of the service', () => {
  type Case = { status: 'received' | 'closed' }
  const fits: PerformedAs<Case> = { outcome: 'any word', fields: { status: 'received' } }
  // @ts-expect-error: the service has to fill in `status`
  const missing: PerformedAs<Case> = { outcome: 'any word', fields: {} }
  expect([fits, missing]).toHaveLength(2)
})

test('perform receives the declared request and returns the declared result', () => {
  const perform = async () => ({ outcome: 'match' as const, fields: { count: 'one' } })
  // @ts-expect-error: the field is a number
  const wrongResult = defineService({ ...common, request, result, perform })
  const wrongRequest = defineService({
    ...common,
    request,
    result,
    // @ts-expect-error: the request has no field `size`
    perform: async ({ request: { size } }) => ({ ...matched, internalData: size }),
  })
  expect([wrongResult, wrongRequest]).toHaveLength(2)
})

test('a request without a required purpose needs a purpose for the audit', () => {
  const withoutPurpose = Type.Object({ purpose: Type.Optional(purposeField) })
  const perform = async () => matched
  // @ts-expect-error: `absentPurpose` is missing
  const missing = defineService({ ...common, request: withoutPurpose, result, perform })
  const fits = defineService({
    ...common,
    request: withoutPurpose,
    result,
    absentPurpose: 'fraud_prevention',
    perform,
  })
  expect([missing.absentPurpose, fits.absentPurpose]).toEqual([undefined, 'fraud_prevention'])
})
