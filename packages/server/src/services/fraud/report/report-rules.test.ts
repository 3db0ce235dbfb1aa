import type { FraudReportRequest } from '@nani/contract'
import { expect, test } from 'vitest'
import { checkReport } from './report-rules.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')
const fieldOf = (changes: Partial<FraudReportRequest>) =>
  checkReport({ type: 'other', description: 'x', ...changes }, nowMs)?.field ?? null
const business = { name: 'Acme' }
const at = (seconds: number) => new Date(nowMs + seconds * 1000).toISOString()

test.each<[string, Partial<FraudReportRequest>, string]>([
  ['a subject without any field', { subject: {} }, 'subject'],
  ['a subject with a role alone', { subject: { role: 'suspect' } }, 'subject'],
  ['a victim without any field', { victims: [{ full_name: 'A' }, {}] }, 'victims[1]'],
  [
    'fields of an individual next to a business',
    { subject: { business, full_name: 'A' } },
    'subject.business',
  ],
  [
    'a business without identifier and name',
    { subject: { business: { country: 'FRA' } } },
    'subject.business',
  ],
  [
    'an anonymous victim with a name',
    { victims: [{ anonymous: true, full_name: 'A' }] },
    'victims[0].full_name',
  ],
  [
    'an anonymous victim with a phone number',
    { victims: [{ anonymous: true, phone_number: '+243810000000' }] },
    'victims[0].phone_number',
  ],
  [
    'an anonymous victim with a business',
    { victims: [{ anonymous: true, business }] },
    'victims[0].business',
  ],
  [
    'a birth in the future',
    { subject: { full_name: 'A', date_of_birth: '2026-03-03' } },
    'subject.date_of_birth',
  ],
  ['a moment in the future', { occurred_at: at(301) }, 'occurred_at'],
  ['a province with U+0000', { location: { province: 'Kivu\0' } }, 'location.province'],
  ['a province with half of a surrogate pair', { location: { province: 'Kivu\ud800' } }, 'location.province'],
  ['a nationality of no country', { subject: { nationality: 'ZZZ' } }, 'subject.nationality'],
  [
    'an issuing country that is none',
    { victims: [{ identifier: { type: 'passport', value: 'AB12', issuing_country: 'ZZZ' } }] },
    'victims[0].identifier.issuing_country',
  ],
  [
    'a company of no country',
    { subject: { business: { name: 'A', country: 'ZZZ' } } },
    'subject.business.country',
  ],
  [
    'an anonymous victim of no country',
    { victims: [{ anonymous: true, country: 'ZZZ' }] },
    'victims[0].country',
  ],
  ['a place in no country', { location: { country: 'ZZZ' } }, 'location.country'],
  ['a former country', { location: { country: 'ZAR' } }, 'location.country'],
  ['an unknown currency', { amount: { value: 5, currency: 'ABC' } }, 'amount.currency'],
  [
    'evidence with both data and url',
    { evidence: [{ type: 'image', description: 'x', file: { data: 'AA==', url: 'https://x' } }] },
    'evidence[0].file',
  ],
  [
    'evidence with neither',
    { evidence: [{ type: 'image', description: 'x', file: {} }] },
    'evidence[0].file',
  ],
])('%s is refused with its field', (_, changes, field) => {
  expect(fieldOf(changes)).toBe(field)
})

test.each<[string, Partial<FraudReportRequest>]>([
  ['nothing but type and description', {}],
  ['a province beyond the basic plane', { location: { province: 'Kivu \u{1f30b}' } }],
  ['one field of an individual', { subject: { phone_number: '+243810000000' } }],
  ['a foreign company by its name', { subject: { business: { name: 'Acme', country: 'ZMB' } } }],
  [
    'an anonymous victim with type and country',
    { victims: [{ anonymous: true, type: 'business', country: 'ZMB' }] },
  ],
  ['a moment five minutes ahead, by the clock of the caller', { occurred_at: at(299) }],
  ['an amount in francs', { amount: { value: 0.01, currency: 'CDF' } }],
  ['null for absent members', { subject: { full_name: 'A', business: null }, victims: null, amount: null }],
])('%s is accepted', (_, changes) => {
  expect(fieldOf(changes)).toBe(null)
})
