import { Refusal } from '@nani/foundation/core/index.ts'
import { describe, expect, test } from 'vitest'
import { createKycValidation } from '../../../services/kyc/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { testRegister } from '../../../testing/citizen.ts'
import { readBatch } from './batch-request.ts'

const service = createKycValidation(testRegister([]))
const identifier = { type: 'svc_id', value: 'COD-1111-2222-3333' }
const item = (changes: Record<string, unknown> = {}) => ({ reference: 'a', identifier, ...changes })
const purpose = 'customer_onboarding'

const read = (body: Record<string, unknown>, application = testApplication(), maxItems = 50) =>
  readBatch(service, body, application, maxItems)

const refusalOf = (
  work: () => unknown,
): { code: string; field?: unknown; context: Record<string, unknown> } => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, field: error.context.field, context: error.context }
  }
  throw new Error('nothing was refused')
}

describe('an error of the form refuses the batch and names the field', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['no items', { purpose }, 'items'],
    ['items that are no list', { purpose, items: { 0: item() } }, 'items'],
    ['an empty list', { purpose, items: [] }, 'items'],
    ['items null', { purpose, items: null }, 'items'],
    ['an item that is no object', { purpose, items: [item(), 7] }, 'items[1]'],
    ['an item null', { purpose, items: [null] }, 'items[0]'],
    ['an item that is a list', { purpose, items: [[item()]] }, 'items[0]'],
    ['no reference', { purpose, items: [{ identifier }] }, 'items[0].reference'],
    ['a reference null', { purpose, items: [item({ reference: null })] }, 'items[0].reference'],
    ['an empty reference', { purpose, items: [item({ reference: '' })] }, 'items[0].reference'],
    ['a reference that is a number', { purpose, items: [item({ reference: 5 })] }, 'items[0].reference'],
    [
      'a reference too long',
      { purpose, items: [item({ reference: 'x'.repeat(256) })] },
      'items[0].reference',
    ],
    [
      'a reference twice',
      { purpose, items: [item(), item({ reference: 'b' }), item()] },
      'items[2].reference',
    ],
    ['no identifier', { purpose, items: [item(), { reference: 'b' }] }, 'items[1].identifier'],
    [
      'no value',
      { purpose, items: [item(), item({ reference: 'b', identifier: { type: 'svc_id' } })] },
      'items[1].identifier.value',
    ],
    [
      'an identifier type that does not exist',
      { purpose, items: [item({ identifier: { type: 'library_card', value: '1' } })] },
      'items[0].identifier.type',
    ],
    [
      'a day that does not exist',
      { purpose, items: [item({ match: { date_of_birth: '2023-02-29' } })] },
      'items[0].match.date_of_birth',
    ],
    ['an age out of range', { purpose, items: [item({ match: { age: 151 } })] }, 'items[0].match.age'],
    ['a purpose nowhere', { items: [item()] }, 'purpose'],
    ['a purpose of another type', { purpose: 5, items: [item()] }, 'purpose'],
    ['a purpose of another type on an item', { purpose, items: [item({ purpose: 5 })] }, 'items[0].purpose'],
    ['scopes of another type', { purpose, scopes: 'kyc.basic', items: [item()] }, 'scopes'],
    ['a scope of another type', { purpose, scopes: ['kyc.basic', 5], items: [item()] }, 'scopes[1]'],
    ['a scope of another type on an item', { purpose, items: [item({ scopes: [5] })] }, 'items[0].scopes[0]'],
    [
      'a delivery that does not exist',
      { purpose, document_delivery: 'x', items: [item()] },
      'document_delivery',
    ],
  ])('%s', (_name, body, field) => {
    expect(refusalOf(() => read(body))).toMatchObject({ code: 'invalid_request', field })
  })

  test('a grant that is missing for the whole batch', () => {
    const application = testApplication({
      purposes: new Set(['age_gating']),
      scopes: new Set(['kyc.emails']),
    })
    expect(refusalOf(() => read({ purpose, items: [item()] }, application)).code).toBe('purpose_not_approved')
    const scoped = { purpose: 'age_gating', scopes: ['kyc.religion'], items: [item()] }
    expect(refusalOf(() => read(scoped, application))).toMatchObject({
      code: 'scope_not_granted',
      context: { scope: 'kyc.religion' },
    })
  })

  test('too many items, before anything is read of them', () => {
    const items = new Array(51).fill(5)
    expect(refusalOf(() => read({ items }))).toMatchObject({
      code: 'batch_too_large',
      context: { max_items: 50 },
    })
    expect(refusalOf(() => read({ items: new Array(10_001).fill(5) }, testApplication(), 10_000)).code).toBe(
      'batch_too_large',
    )
  })
})

describe('an error of one item fails only that item', () => {
  test.each<[string, Record<string, unknown>, string]>([
    [
      'a value that does not match its type',
      { identifier: { type: 'svc_id', value: 'COD-1' } },
      'invalid_identifier',
    ],
    [
      'a type that the service does not take',
      { identifier: { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' } },
      'unsupported_identifier_type',
    ],
    ['a purpose that is not approved', { purpose: 'employment_screening' }, 'purpose_not_approved'],
    ['a purpose of no catalogue', { purpose: 'constructor' }, 'purpose_not_approved'],
    ['a scope that is not granted', { scopes: ['kyc.religion'] }, 'scope_not_granted'],
    ['a scope of no catalogue', { scopes: ['__proto__'] }, 'scope_not_granted'],
  ])('%s', (_name, changes, code) => {
    const application = testApplication({ purposes: new Set([purpose]), scopes: new Set(['kyc.emails']) })
    const items = read({ purpose, items: [item(changes), item({ reference: 'b' })] }, application)
    expect(items.map((one) => ('refusal' in one ? one.refusal.code : null))).toEqual([code, null])
  })
})

describe('fields of the batch', () => {
  const valid = (body: Record<string, unknown>) =>
    read(body).map((one) => ('valid' in one ? one.valid : null))

  test('apply to every item that does not say otherwise', () => {
    const items = [
      item(),
      item({ reference: 'b', purpose: 'age_gating', scopes: [], document_delivery: 'signed_url' }),
    ]
    const [first, second] = valid({ purpose, scopes: ['kyc.emails'], document_delivery: 'base64', items })
    expect(first).toMatchObject({ purpose, scopes: ['kyc.basic', 'kyc.emails'], documentDelivery: 'base64' })
    expect(second).toMatchObject({
      purpose: 'age_gating',
      scopes: ['kyc.basic'],
      documentDelivery: 'signed_url',
    })
  })

  test('null is absent, on the batch and on an item', () => {
    const items = [item({ scopes: null, match: null, purpose: null })]
    expect(valid({ purpose, scopes: ['kyc.emails'], document_delivery: null, items })[0]).toMatchObject({
      purpose,
      scopes: ['kyc.basic', 'kyc.emails'],
      documentDelivery: 'signed_url',
      request: { reference: 'a' },
    })
    expect(
      valid({ purpose, items: [item({ match: { full_name: null, age: 3 } })] })[0]?.request.match,
    ).toEqual({ age: 3 })
  })

  test('of another name are ignored; a service field that is none of the batch is, too', () => {
    const [only] = valid({
      purpose,
      reference: 'z',
      identifier: { type: 'passport' },
      items: [item({ colour: 'red' })],
    })
    expect(only?.request).toEqual({ purpose, reference: 'a', identifier })
  })
})

describe('prototype keys', () => {
  test.each([
    `{"purpose":"customer_onboarding","items":[{"reference":"a","__proto__":{"identifier":{"type":"svc_id","value":"COD-1111-2222-3333"}}}]}`,
    `{"__proto__":{"purpose":"customer_onboarding"},"items":[{"reference":"a","identifier":{"type":"svc_id","value":"COD-1111-2222-3333"}}]}`,
    `{"purpose":"customer_onboarding","items":[{"reference":"a","identifier":{"__proto__":{"type":"svc_id","value":"COD-1111-2222-3333"}}}]}`,
    `{"purpose":"customer_onboarding","constructor":{"items":[]},"__proto__":{"items":[{}]}}`,
  ])('give no field: %s', (text) => {
    expect(refusalOf(() => read(JSON.parse(text))).code).toBe('invalid_request')
    expect(({} as Record<string, unknown>).purpose).toBeUndefined()
  })

  test('are references like any other', () => {
    const items = ['__proto__', 'constructor', 'toString'].map((reference) => item({ reference }))
    expect(read({ purpose, items }).map(({ reference }) => reference)).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ])
    const twice = [item({ reference: '__proto__' }), item({ reference: '__proto__' })]
    expect(refusalOf(() => read({ purpose, items: twice })).field).toBe('items[1].reference')
  })
})
