import { beforeAll, describe, expect, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { sandboxPerson } from '../client/kyc.ts'
import { csv, evidence } from './files.ts'
import { aliasPath, eventsOf, newReporter, refusalOf, report } from './report.ts'

let reporter: Credentials
beforeAll(async () => {
  reporter = await newReporter()
})

const invalid = (field: string) => [400, 'invalid_request', field]
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const subject = (members: Record<string, unknown>) => ({ subject: members })
const victim = (members: Record<string, unknown>) => ({ victims: [{ anonymous: true }, members] })
const file = evidence('transaction_log', csv())

describe('a report is refused, with its field, for', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['no type', { type: undefined }, 'type'],
    ['an unknown type', { type: 'theft' }, 'type'],
    ['two types', { type: ['phishing', 'other'] }, 'type'],
    ['no description', { description: undefined }, 'description'],
    ['an empty description', { description: '' }, 'description'],
    ['a description of 10,001 characters', { description: 'x'.repeat(10_001) }, 'description'],
    ['a description that is no text', { description: 5 }, 'description'],
    ['an unknown channel', { channel: 'pigeon' }, 'channel'],
    ['a moment in the future', { occurred_at: inHours(1) }, 'occurred_at'],
    ['a moment that is none', { occurred_at: 'yesterday' }, 'occurred_at'],
    ['a day without a time', { occurred_at: '2026-01-01' }, 'occurred_at'],
    ['an amount of 0', { amount: { value: 0, currency: 'CDF' } }, 'amount.value'],
    ['a negative amount', { amount: { value: -1, currency: 'CDF' } }, 'amount.value'],
    ['an amount that is text', { amount: { value: '5', currency: 'CDF' } }, 'amount.value'],
    ['an amount without its currency', { amount: { value: 5 } }, 'amount.currency'],
    ['an unknown currency', { amount: { value: 5, currency: 'ABC' } }, 'amount.currency'],
    ['a currency in small letters', { amount: { value: 5, currency: 'usd' } }, 'amount.currency'],
    ['a country that is none', { location: { country: 'Congo' } }, 'location.country'],
    ['a code of no country', { location: { country: 'ZZZ' } }, 'location.country'],
    ['a nationality of no country', subject({ full_name: 'A', nationality: 'ZZZ' }), 'subject.nationality'],
    ['a subject without a field', subject({}), 'subject'],
    ['a subject with a role alone', subject({ role: 'suspect' }), 'subject'],
    ['an unknown role', subject({ full_name: 'A', role: 'author' }), 'subject.role'],
    [
      'an unknown type of identifier',
      subject({ identifier: { type: 'email', value: 'a' } }),
      'subject.identifier.type',
    ],
    [
      'an identifier without its value',
      subject({ identifier: { type: 'svc_id' } }),
      'subject.identifier.value',
    ],
    [
      'an issuing country that is none',
      subject({ identifier: { ...sandboxPerson('0001'), issuing_country: 'Z' } }),
      'subject.identifier.issuing_country',
    ],
    [
      'a date of birth in the future',
      subject({ date_of_birth: inHours(48).slice(0, 10) }),
      'subject.date_of_birth',
    ],
    [
      'a date of birth that does not exist',
      subject({ date_of_birth: '1990-02-30' }),
      'subject.date_of_birth',
    ],
    [
      'a nationality that is none',
      subject({ full_name: 'A', nationality: 'Congolese' }),
      'subject.nationality',
    ],
    ['a phone number without its country', subject({ phone_number: '0810000001' }), 'subject.phone_number'],
    ['a person next to a company', subject({ full_name: 'A', business: { name: 'B' } }), 'subject.business'],
    [
      'an identifier next to a company',
      subject({ identifier: sandboxPerson('0001'), business: { name: 'B' } }),
      'subject.business',
    ],
    [
      'a company without number and name',
      subject({ business: { registration_number: '1', country: 'ZMB' } }),
      'subject.business',
    ],
    ['51 victims', { victims: Array.from({ length: 51 }, () => ({ anonymous: true })) }, 'victims'],
    ['victims that are no list', { victims: { anonymous: true } }, 'victims'],
    ['a victim without a field', victim({}), 'victims[1]'],
    [
      'a victim who is neither anonymous nor named',
      victim({ anonymous: false, country: 'COD' }),
      'victims[1]',
    ],
    ['an anonymous victim with a name', victim({ anonymous: true, full_name: 'A' }), 'victims[1].full_name'],
    [
      'an anonymous victim with a number',
      victim({ anonymous: true, identifier: sandboxPerson('0001') }),
      'victims[1].identifier',
    ],
    [
      'an anonymous victim with a phone',
      victim({ anonymous: true, phone_number: '+243810000001' }),
      'victims[1].phone_number',
    ],
    [
      'an anonymous victim with a company',
      victim({ anonymous: true, business: { name: 'A' } }),
      'victims[1].business',
    ],
    ['an anonymous victim of no kind', victim({ anonymous: true, type: 'robot' }), 'victims[1].type'],
    [
      'a victim who is born tomorrow',
      victim({ date_of_birth: inHours(48).slice(0, 10) }),
      'victims[1].date_of_birth',
    ],
    ['21 files', { evidence: Array.from({ length: 21 }, () => file) }, 'evidence'],
    ['evidence of no type', { evidence: [{ ...file, type: undefined }] }, 'evidence[0].type'],
    ['evidence of an unknown type', { evidence: [{ ...file, type: 'video' }] }, 'evidence[0].type'],
    ['evidence without a file', { evidence: [file, { ...file, file: undefined }] }, 'evidence[1].file'],
    ['evidence with an empty file', { evidence: [{ ...file, file: {} }] }, 'evidence[0].file'],
    [
      'evidence with data and an address',
      { evidence: [{ ...file, file: { ...file.file, url: 'https://a.example/a' } }] },
      'evidence[0].file',
    ],
    [
      'evidence without a description',
      { evidence: [{ ...file, description: undefined }] },
      'evidence[0].description',
    ],
    [
      'evidence with an empty description',
      { evidence: [{ ...file, description: '' }] },
      'evidence[0].description',
    ],
    [
      'a description of evidence of 501 characters',
      { evidence: [{ ...file, description: 'x'.repeat(501) }] },
      'evidence[0].description',
    ],
    ['data that is no base64', { evidence: [{ ...file, file: { data: 'a*b=' } }] }, 'evidence[0].file.data'],
    ['a reference of the reporter that is no text', { reporter_reference: 7 }, 'reporter_reference'],
  ])('%s', async (_, members, field) => {
    expect(await refusalOf(reporter, members)).toEqual(invalid(field))
  })

  test.each<[string, Record<string, unknown>, string, string]>([
    [
      'an svc_id of another form',
      { identifier: { type: 'svc_id', value: 'COD-1' } },
      'invalid_identifier',
      'subject.identifier.value',
    ],
    [
      'a foreign number of three characters',
      { identifier: { type: 'passport', value: 'abc', issuing_country: 'FRA' } },
      'invalid_identifier',
      'subject.identifier.value',
    ],
    [
      'a foreign number of 21 characters',
      { identifier: { type: 'passport', value: 'A'.repeat(21), issuing_country: 'FRA' } },
      'invalid_identifier',
      'subject.identifier.value',
    ],
    [
      'a company number of another form',
      { business: { identifier: { type: 'rccm', value: '12' } } },
      'invalid_identifier',
      'subject.business.identifier.value',
    ],
    [
      'an svc_id of another country',
      { identifier: { ...sandboxPerson('0001'), issuing_country: 'FRA' } },
      'unsupported_identifier_type',
      'subject.identifier.type',
    ],
    [
      'a ceni of another country',
      { identifier: { type: 'ceni', value: '00000000001', issuing_country: 'FRA' } },
      'unsupported_identifier_type',
      'subject.identifier.type',
    ],
    [
      'a company number of a person',
      { identifier: { type: 'nif', value: 'A0000001A' } },
      'unsupported_identifier_type',
      'subject.identifier.type',
    ],
    [
      'a passport of a company',
      { business: { identifier: { type: 'passport', value: 'OP0000001' } } },
      'unsupported_identifier_type',
      'subject.business.identifier.type',
    ],
  ])('%s', async (_, party, code, field) => {
    expect(await refusalOf(reporter, { subject: party })).toEqual([400, code, field])
    expect(await refusalOf(reporter, { victims: [party] })).toEqual([
      400,
      code,
      field.replace('subject', 'victims[0]'),
    ])
  })

  test('the same faults through the alias', async () => {
    const members = { type: undefined, ...subject({}) }
    expect(await refusalOf(reporter, members, aliasPath)).toEqual(invalid('subject'))
  })
})

describe('a report is accepted with', () => {
  test.each<[string, Record<string, unknown>]>([
    ['a moment within the tolerance', { occurred_at: inHours(0.05) }],
    ['an amount of a hundredth', { amount: { value: 0.01, currency: 'USD' } }],
    [
      'a number in another spelling',
      subject({ identifier: { type: 'svc_id', value: 'cod 0000 0000 0001' } }),
    ],
    [
      'a foreign number with dashes',
      subject({ identifier: { type: 'national_id', value: 'ab-12 34', issuing_country: 'ZMB' } }),
    ],
    [
      'fields that the specification does not know',
      { weather: 'rain', subject: { full_name: 'A', eyes: 'brown' } },
    ],
    [
      'an anonymous victim with kind and country',
      victim({ anonymous: true, type: 'business', country: 'ZMB' }),
    ],
    ['a victim with a role, which is ignored', victim({ full_name: 'A', role: 'suspect' })],
    ['20 files', { evidence: Array.from({ length: 20 }, () => file) }],
  ])('%s', async (_, members) => {
    expect((await report(reporter, members)).status).toBe(200)
  })
})

test('nothing of a refused report is stored: no case, no event', async () => {
  const own = await newReporter()
  const faults = [
    subject({}),
    { evidence: [file, { ...file, type: 'image' }] },
    { amount: { value: 0, currency: 'CDF' } },
    { evidence: [{ ...file, file: { url: 'https://127.0.0.1/x.csv' } }] },
  ]
  for (const members of faults) expect((await refusalOf(own, members))[0]).toBeGreaterThanOrEqual(400)
  expect(await eventsOf(own)).toEqual([])
})
