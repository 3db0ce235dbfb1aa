import { describe, expect, test } from 'vitest'
import type { Business } from '../../../register/register/index.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { checkSubjectForm, factsOfBusiness, factsOfCitizen, type SubjectRequest } from './subject.ts'

const identifier = { type: 'svc_id', value: 'COD-0000-0000-0001' } as const
const business = { identifier: { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' } } as const

const nowMs = Date.parse('2026-11-21T10:00:00Z')

describe('the form of a subject', () => {
  test.each<[string, SubjectRequest]>([
    ['an identifier', { identifier }],
    ['a name', { full_name: 'Nsimba Kiala' }],
    ['a name with all that is known', { full_name: 'N', date_of_birth: '1980-02-03', nationality: 'AGO' }],
    ['a business', { business }],
    ['null members are absent', { identifier, full_name: null, business: null, nationality: null }],
    ['a birth today', { full_name: 'N', date_of_birth: '2026-11-21' }],
  ])('%s', (_name, subject) => expect(checkSubjectForm({ subject }, nowMs)).toBeNull())

  test.each<[string, SubjectRequest]>([
    ['subject', {}],
    ['subject', { date_of_birth: '1980-02-03' }],
    ['subject', { identifier, full_name: 'Nsimba Kiala' }],
    ['subject', { identifier, business }],
    ['subject', { full_name: 'Nsimba', business }],
    ['subject.date_of_birth', { identifier, date_of_birth: '1980-02-03' }],
    ['subject.nationality', { business, nationality: 'COD' }],
    ['subject.full_name', { full_name: ' 12-3 ' }],
    ['subject.date_of_birth', { full_name: 'N', date_of_birth: '2026-11-22' }],
    ['subject.date_of_birth', { full_name: 'N', date_of_birth: '0000-01-01' }],
    ['subject.nationality', { full_name: 'N', nationality: 'DRC' }],
    ['subject.nationality', { full_name: 'N', nationality: 'ZZZ' }],
  ])('%s is named if it is invalid: %j', (field, subject) =>
    expect(checkSubjectForm({ subject }, nowMs)?.field).toBe(field),
  )
})

test('a citizen is searched with all certified data, and resides at the residential address', () => {
  const citizen = testCitizen()
  const { screened, exposures } = factsOfCitizen(citizen)
  expect(screened).toMatchObject({
    names: [citizen.full_name],
    birthDate: citizen.date_of_birth,
    gender: citizen.gender,
    nationalities: [citizen.nationality],
  })
  expect(screened?.identifiers).toHaveLength(citizen.documents.length)
  const postal = citizen.addresses.map((address) => ({ ...address, type: 'postal' }))
  expect(factsOfCitizen({ ...citizen, addresses: postal }).exposures).toEqual([
    { country: citizen.nationality, by: 'nationality' },
  ])
  expect(exposures.at(-1)).toEqual({ country: 'COD', by: 'residence' })
})

test('a company is searched by its own names only, and its registered office counts', () => {
  const company: Business = {
    legal_name: 'Mosaka Services SARL',
    trade_name: 'Mosaka',
    legal_form: 'SARL',
    status: 'active',
    registered_on: '2016-05-11',
    identifiers: { rccm: 'CD/KNG/RCCM/00-B-00001', id_nat: null, nif: null },
    activity: null,
    share_capital: null,
    address: null,
    officers: [{ full_name: 'Kabeya Ilunga', role: 'Gérant', svc_id: null, since: '2016-05-11' }],
    beneficial_owners: [{ full_name: 'Kabeya Ilunga', share: 1, svc_id: null }],
    updated_at: '2024-02-05T10:30:00.000Z',
  }
  const facts = factsOfBusiness(company)
  expect(facts.screened?.names).toEqual(['Mosaka Services SARL', 'Mosaka'])
  expect(facts.exposures).toEqual([{ country: 'COD', by: 'registered_office' }])
  expect(facts.rccm).toBe('CD/KNG/RCCM/00-B-00001')
  expect(JSON.stringify(facts)).not.toContain('Kabeya')
})
