import { type Scope, scopeCatalogue, scopes } from '@nani/contract'
import { describe, expect, test } from 'vitest'
import { type Citizen, emptyRecord } from '../../register/register/index.ts'
import { testCitizen, testDocument, testFile } from '../../testing/citizen.ts'
import { accountOf, isCertified } from './account.ts'
import { ageOn } from './age.ts'
import { disclose } from './disclose.ts'

const noon = Date.UTC(2026, 2, 15, 12)
const placed = (group: string) => ({ $file: testFile(group) })

const nothing = emptyRecord()

const documentBlock = (type: string, number: string) => ({
  type,
  number,
  issued_at: '2024-02-05',
  expires_at: '2034-02-04',
  issuing_authority: 'Office national',
  status: 'valid',
  image: placed('d0c00000'),
})

/** spec/disclosure#scopes-and-blocks: the block of each scope for the test citizen. */
const blocks: Record<Scope, unknown> = {
  'kyc.basic': {
    basic: {
      full_name: 'Kabeya Ilunga Jean-Pierre',
      first_name: 'Jean-Pierre',
      last_name: 'Kabeya Ilunga',
      date_of_birth: '1988-07-21',
      age: 37,
      gender: 'male',
      nationality: 'COD',
    },
  },
  'kyc.documents.primary': { documents: { primary: documentBlock('national_id', 'AB123456') } },
  'kyc.documents.all': { documents: { others: [documentBlock('passport', 'OP1234567')] } },
  'kyc.addresses': { addresses: testCitizen().addresses },
  'kyc.emails': { emails: testCitizen().emails },
  'kyc.phone_numbers': { phone_numbers: testCitizen().phone_numbers },
  'kyc.professions': { professions: testCitizen().professions },
  'kyc.place_of_birth': { place_of_birth: testCitizen().place_of_birth },
  'kyc.marital_status': { marital_status: 'married' },
  'kyc.languages': { languages: ['fra', 'lin'] },
  'kyc.religion': { religion: 'Catholique' },
  'kyc.ethnicity': { ethnicity: 'Luba' },
  'kyc.parents': { parents: { father_name: 'Kabeya Mutombo', mother_name: null } },
  'kyc.biometrics.selfie': {
    biometrics: { selfie: { captured_at: '2024-02-05T10:32:00.000Z', file: placed('5e1f1e00') } },
  },
  'kyc.biometrics.fingerprint': {
    biometrics: {
      fingerprints: [{ format: 'ISO_19794_2', finger: 'right_thumb', file: placed('f19e0000') }],
    },
  },
  'kyc.biometrics.iris': {
    biometrics: { iris: [{ format: 'ISO_19794_6', eye: 'left', file: placed('11150000') }] },
  },
}

describe('scopes', () => {
  test.each(scopes)('%s: its block and no other', (scope) => {
    const { kyc, applied, withheld } = disclose(testCitizen(), [scope], noon)
    expect(kyc).toEqual(blocks[scope])
    expect([applied, withheld]).toEqual([[scope], []])
  })

  test('all sixteen together, separate within their groups', () => {
    expect(scopes).toHaveLength(16)
    const { kyc, applied, withheld } = disclose(testCitizen(), scopes, noon)
    expect([applied, withheld]).toEqual([scopes, []])
    expect(Object.keys(kyc.documents as object)).toEqual(['primary', 'others'])
    expect(Object.keys(kyc.biometrics as object)).toEqual(['selfie', 'fingerprints', 'iris'])
    expect(Object.keys(kyc)).toEqual([...new Set(scopes.map((scope) => scopeCatalogue[scope].block[0]))])
  })

  test('without data on record are withheld, without any member in kyc', () => {
    const { kyc, applied, withheld } = disclose(testCitizen(nothing), scopes, noon)
    expect(applied).toEqual(['kyc.basic'])
    expect(withheld).toEqual(scopes.slice(1))
    expect(Object.keys(kyc)).toEqual(['basic'])
  })

  test('two unknown parents are no data', () => {
    const citizen = testCitizen({ parents: { father_name: null, mother_name: null } })
    expect(disclose(citizen, ['kyc.parents'], noon).withheld).toEqual(['kyc.parents'])
  })
})

describe('documents', () => {
  const primaryOf = (changes: Parameters<typeof testDocument>[3], nowMs = noon) => {
    const citizen = testCitizen({ documents: [testDocument('ceni', '12345678901', true, changes)] })
    const { documents } = disclose(citizen, ['kyc.documents.primary'], nowMs).kyc as {
      documents: { primary: { status: string; expires_at: string | null; image: unknown } }
    }
    return documents.primary
  }

  test('an expired one is expired from the day after, whatever the register states', () => {
    const lastDay = { expires_at: '2026-03-15' }
    expect(primaryOf(lastDay).status).toBe('valid')
    expect(primaryOf(lastDay, Date.UTC(2026, 2, 15, 23, 59, 59)).status).toBe('valid')
    expect(primaryOf(lastDay, Date.UTC(2026, 2, 16)).status).toBe('expired')
    expect(primaryOf({ expires_at: null }).status).toBe('valid')
    expect(primaryOf({ expires_at: '2020-01-01', status: 'revoked' }).status).toBe('revoked')
  })

  test('without an image has a null image', () => {
    expect(primaryOf({ image: null }).image).toBeNull()
  })

  test('without a primary one, the first is primary and not among the others', () => {
    const citizen = testCitizen({
      documents: [testDocument('passport', 'OP1234567'), testDocument('ceni', '12345678901')],
    })
    const { kyc } = disclose(citizen, ['kyc.documents.primary', 'kyc.documents.all'], noon)
    expect(kyc).toMatchObject({ documents: { primary: { type: 'passport' }, others: [{ type: 'ceni' }] } })
    const single = testCitizen({ documents: [testDocument('passport', 'OP1234567', true)] })
    expect(disclose(single, ['kyc.documents.all'], noon).withheld).toEqual(['kyc.documents.all'])
  })
})

describe('age (spec/disclosure#age-in-years)', () => {
  test.each([
    ['the day before the birthday', '1988-07-21', '2026-07-20T23:59:59Z', 37],
    ['the birthday, UTC', '1988-07-21', '2026-07-21T00:00:00Z', 38],
    ['29 February in a common year, the day before', '2000-02-29', '2026-02-28T23:59:59Z', 25],
    ['29 February in a common year, on 1 March', '2000-02-29', '2026-03-01T00:00:00Z', 26],
    ['29 February in a leap year, the day before', '2000-02-29', '2028-02-28T12:00:00Z', 27],
    ['29 February in a leap year, the day itself', '2000-02-29', '2028-02-29T00:00:00Z', 28],
    ['a century without 29 February', '2000-02-29', '2100-02-28T12:00:00Z', 99],
    ['born today', '2026-03-15', '2026-03-15T12:00:00Z', 0],
    ['31 December', '1999-12-31', '2026-12-30T12:00:00Z', 26],
  ])('%s', (_name, born, at, years) => {
    expect(ageOn(born, Date.parse(at))).toBe(years)
  })
})

test('a deleted account is not certified; suspended and paused ones follow their certification', () => {
  const certified = (status: Citizen['status'], given = true) =>
    isCertified(testCitizen({ status, certified: given }))
  expect([certified('active'), certified('suspended'), certified('paused'), certified('deleted')]).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(certified('active', false)).toBe(false)
  expect(accountOf(testCitizen({ status: 'deleted' }))).toEqual({
    svc_id: 'COD-1111-2222-3333',
    status: 'deleted',
    certified: false,
    created_at: '2022-03-14T09:00:00.000Z',
    level_of_assurance: 'LOA3',
  })
})
