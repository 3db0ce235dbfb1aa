import { expect, test } from 'vitest'
import type { CaseReport } from './case-report.ts'
import type { ListingChoice } from './listing-choice.ts'
import { networkParties } from './network-parties.ts'
import type { Party } from './party.ts'

const person = (changes: Partial<Party> = {}): Party => ({
  kind: 'individual',
  role: 'suspect',
  anonymous: false,
  country: 'COD',
  identifier: null,
  fullName: null,
  dateOfBirth: null,
  nationality: null,
  phoneNumber: null,
  businessName: null,
  registrationNumber: null,
  ...changes,
})
const company = (changes: Partial<Party>) => person({ kind: 'business', ...changes })
const number = (type: string, value: string, issuingCountry = 'COD') =>
  ({ type, value, issuingCountry }) as Party['identifier']

const citizen = { svc_id: 'COD-1', full_name: 'G H', date_of_birth: '1970-02-02', nationality: 'COD' }
const find = {
  findCitizen: async ({ value }: { value: string }) =>
    value === 'OP1234567' || value === 'COD-1' ? citizen : null,
  findBusiness: async ({ value }: { value: string }) =>
    value === 'A0000001A'
      ? { legal_name: 'Copper SARL', identifiers: { rccm: 'CD/KNG/RCCM/14-B-00001' } }
      : null,
} as unknown as Parameters<typeof networkParties>[3]

const entries = async (
  subject: CaseReport['subject'],
  victims: Party[] = [],
  status: 'confirmed' | 'under_review' = 'confirmed',
  choice: ListingChoice | null = null,
) => {
  const one = {
    ...{ applicationId: 'app_1', caseId: 'frd_1', caseNumber: 'RDC-FRD-2026-000001' },
    ...({ environment: 'production', type: 'phishing', sealedKey: Buffer.alloc(1) } as const),
    state: { status, choice },
  }
  return (await networkParties(one, { subject, victims }, '2026-03-15', find)).map(
    ({ party, role, svc_id, rccm, full_name }) => ({ party, role, number: svc_id ?? rccm, full_name }),
  )
}

const named = { fullName: 'A B', dateOfBirth: '1990-01-01', nationality: 'COD' }

test.each([
  ['an svc_id as it is', person({ identifier: number('svc_id', 'COD-9') }), 'COD-9', null],
  [
    'a local document as the svc_id of its holder',
    person({ identifier: number('passport', 'OP1234567') }),
    'COD-1',
    'G H',
  ],
  [
    'an rccm as it is',
    company({ identifier: number('rccm', 'CD/KNG/RCCM/20-B-00009') }),
    'CD/KNG/RCCM/20-B-00009',
    null,
  ],
  [
    'a nif as the rccm of its company',
    company({ identifier: number('nif', 'A0000001A') }),
    'CD/KNG/RCCM/14-B-00001',
    null,
  ],
  ['a name with its birth and nationality', person(named), null, 'A B'],
])('a suspect is matched by %s', async (_, party, expected, fullName) => {
  expect(await entries(party)).toEqual([{ party: 0, role: 'suspect', number: expected, full_name: fullName }])
})

const clear: ListingChoice = { victims: [], despiteMismatch: false }
const known = async (party: Party, choice: ListingChoice | null) =>
  (await entries(party, [], 'confirmed', choice)).map(({ number, full_name }) => [number, full_name])

test.each([
  ['an svc_id', number('svc_id', 'COD-1')],
  ['a local document', number('passport', 'OP1234567')],
])(
  'a suspect with %s of a citizen has the name of the register, whatever the reporter wrote',
  async (_, identifier) => {
    for (const choice of [null, clear, { ...clear, despiteMismatch: true }])
      expect(await known(person({ identifier, ...named }), choice)).toEqual([['COD-1', 'G H']])
  },
)

test('a name next to a number that no one has counts only after people confirmed the mismatch', async () => {
  const invented = person({ identifier: number('svc_id', 'COD-9'), ...named })
  expect(await known(invented, clear)).toEqual([['COD-9', null]])
  expect(await known(invented, { ...clear, despiteMismatch: true })).toEqual([['COD-9', 'A B']])
  const forged = person({ identifier: number('passport', 'ZZ0000000'), ...named })
  expect(await known(forged, clear)).toEqual([])
  expect(await known(forged, { ...clear, despiteMismatch: true })).toEqual([[null, 'A B']])
})

test('a name next to a foreign document, which leads to no citizen, counts', async () => {
  const foreigner = person({ identifier: number('passport', 'OP1234567', 'AGO'), ...named })
  expect(await known(foreigner, clear)).toEqual([[null, 'A B']])
})

test('a company is known by its number alone', async () => {
  const one = company({ identifier: number('nif', 'A0000001A'), businessName: 'Another SARL' })
  expect(await known(one, { ...clear, despiteMismatch: true })).toEqual([['CD/KNG/RCCM/14-B-00001', null]])
})

test('only chosen victims are listed, and a decision of an earlier release chose all', async () => {
  const victim = (value: string) => person({ role: 'victim', identifier: number('svc_id', value) })
  const places = async (choice: ListingChoice | null) =>
    (await entries(victim('COD-1'), [victim('COD-2'), victim('COD-3')], 'confirmed', choice)).map(
      ({ party }) => party,
    )
  expect(await places(clear)).toEqual([])
  expect(await places({ ...clear, victims: [0, 2] })).toEqual([0, 2])
  expect(await places(null)).toEqual([0, 1, 2])
})

test.each<[string, Party]>([
  ['a foreign document', person({ identifier: number('passport', 'OP1234567', 'AGO') })],
  ['a document that no citizen holds', person({ identifier: number('passport', 'ZZ0000000') })],
  ['a name without a birth', person({ ...named, dateOfBirth: null })],
  ['a name without a nationality', person({ ...named, nationality: null })],
  ['a phone number', person({ phoneNumber: '+243810000000' })],
  ['the name of a company', company({ businessName: 'Copper', registrationNumber: '1' })],
  ['an unknown role', person({ role: 'unknown', identifier: number('svc_id', 'COD-9') })],
  ['the name of a victim', person({ role: 'victim', ...named })],
  ['an anonymous party', person({ role: 'victim', anonymous: true })],
])('%s matches no subject', async (_, party) => {
  expect(await entries(party)).toEqual([])
})

test('named victims of any case are matched by their number alone, after the subject', async () => {
  const victim = person({ role: 'victim', identifier: number('svc_id', 'COD-7'), ...named })
  expect(await entries(null, [person({ role: 'victim', anonymous: true }), victim])).toEqual([
    { party: 2, role: 'victim', number: 'COD-7', full_name: null },
  ])
})

test('a case that is not confirmed has no entry', async () => {
  expect(await entries(person({ identifier: number('svc_id', 'COD-9') }), [], 'under_review')).toEqual([])
})
