import type { FraudReportRequest } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { describe, expect, test } from 'vitest'
import { partiesOf } from './party.ts'

const report = (changes: Partial<FraudReportRequest>): FraudReportRequest => ({
  type: 'other',
  description: 'A person called and asked for a code.',
  ...changes,
})
const refusalOf = (request: FraudReportRequest): Pick<Refusal, 'code' | 'context'> | null => {
  try {
    partiesOf(request)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, context: error.context }
  }
}

describe('the role of the subject', () => {
  const subject = { full_name: 'Mbuyi Kalala' }
  test.each([
    ['identity_usurpation', 'victim'],
    ['account_takeover', 'victim'],
    ['sim_swap', 'victim'],
    ['phishing', 'victim'],
    ['social_engineering', 'victim'],
    ['document_forgery', 'suspect'],
    ['money_laundering', 'suspect'],
    ['terrorist_financing', 'suspect'],
    ['insider_fraud', 'suspect'],
    ['robbery', 'unknown'],
    ['payment_fraud', 'unknown'],
    ['other', 'unknown'],
  ] as const)('is by default that of the type: %s, %s', (type, role) => {
    expect(partiesOf(report({ type, subject })).subject?.role).toBe(role)
  })
  test('is suspect by default when victims are listed, also anonymous ones', () => {
    const request = report({ type: 'phishing', subject, victims: [{ anonymous: true }] })
    expect(partiesOf(request).subject?.role).toBe('suspect')
  })
  test('is the one that was sent, and a victim is always a victim', () => {
    const request = report({
      type: 'money_laundering',
      subject: { ...subject, role: 'unknown' },
      victims: [{ full_name: 'Ilunga Banza' }],
    })
    expect(partiesOf(request).subject?.role).toBe('unknown')
    expect(partiesOf(request).victims[0]?.role).toBe('victim')
  })
})

describe('the country of a party', () => {
  const countryOf = (subject: FraudReportRequest['subject']) =>
    partiesOf(report({ subject })).subject?.country
  test('is the issuing country, else the nationality, else that of the business, else COD', () => {
    const identifier = { type: 'passport', value: 'AB 1234', issuing_country: 'FRA' } as const
    expect(countryOf({ identifier, nationality: 'BEL' })).toBe('FRA')
    expect(countryOf({ full_name: 'A', nationality: 'BEL' })).toBe('BEL')
    expect(countryOf({ business: { name: 'Acme', country: 'ZMB' } })).toBe('ZMB')
    expect(countryOf({ full_name: 'A' })).toBe('COD')
    expect(
      countryOf({ identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' }, nationality: 'BEL' }),
    ).toBe('COD')
  })
  test('of an anonymous victim is the one that was sent, else COD', () => {
    const victims = partiesOf(
      report({ victims: [{ anonymous: true, type: 'business', country: 'ZMB' }, { anonymous: true }] }),
    ).victims
    expect(victims).toMatchObject([
      { kind: 'business', country: 'ZMB', anonymous: true },
      { kind: 'individual', country: 'COD', anonymous: true },
    ])
  })
})

describe('an identifier', () => {
  test('of this country has its usual form', () => {
    const identifier = { type: 'svc_id', value: 'cod 0000 0000 0001' } as const
    expect(partiesOf(report({ subject: { identifier } })).subject?.identifier).toEqual({
      type: 'svc_id',
      value: 'COD-0000-0000-0001',
      issuingCountry: 'COD',
    })
  })
  test('of another country is letters and digits after normalisation', () => {
    const identifier = { type: 'national_id', value: 'ab-12.34/5 6', issuing_country: 'ZMB' } as const
    expect(partiesOf(report({ subject: { identifier } })).subject?.identifier?.value).toBe('AB123456')
    for (const value of ['abc', 'é1234', 'A'.repeat(21)]) {
      expect(refusalOf(report({ subject: { identifier: { ...identifier, value } } }))).toEqual({
        code: 'invalid_identifier',
        context: { field: 'subject.identifier.value' },
      })
    }
  })
  test.each(['svc_id', 'ceni', 'rccm'] as const)('of another country is never %s', (type) => {
    const identifier = { type, value: 'COD-0000-0000-0001', issuing_country: 'ZMB' }
    expect(refusalOf(report({ victims: [{ identifier }] }))).toMatchObject({
      code: 'unsupported_identifier_type',
      context: { field: 'victims[0].identifier.type' },
    })
  })
  test('of a business is a national one', () => {
    const identifier = { type: 'svc_id', value: 'COD-0000-0000-0001' } as const
    expect(refusalOf(report({ subject: { business: { identifier } } }))).toMatchObject({
      code: 'unsupported_identifier_type',
      context: { field: 'subject.business.identifier.type', accepted: ['rccm', 'id_nat', 'nif'] },
    })
  })
})

test('a report without a subject has none', () => {
  expect(partiesOf(report({}))).toEqual({ subject: null, victims: [] })
})
