import type { Citizen, CitizenDocument, Register } from '../register/register/index.ts'

/** A certified citizen with data under every scope; `changes` take from it. */
export const testCitizen = (changes: Partial<Citizen> = {}): Citizen => ({
  svc_id: 'COD-1111-2222-3333',
  status: 'active',
  certified: true,
  created_at: '2022-03-14T09:00:00.000Z',
  level_of_assurance: 'LOA3',
  full_name: 'Kabeya Ilunga Jean-Pierre',
  first_name: 'Jean-Pierre',
  last_name: 'Kabeya Ilunga',
  date_of_birth: '1988-07-21',
  gender: 'male',
  nationality: 'COD',
  documents: [testDocument('national_id', 'AB123456', true), testDocument('passport', 'OP1234567')],
  addresses: [
    {
      type: 'residential',
      province: 'Kinshasa',
      city: 'Kinshasa',
      commune: 'Gombe',
      quartier: 'Centre',
      avenue: 'Colonel Lukusa',
      number: '4',
      is_primary: true,
      verified_at: null,
    },
  ],
  emails: [{ address: 'jp@example.cd', is_primary: true, verified: true }],
  phone_numbers: [{ number: '+243810000001', operator: 'Vodacom', is_primary: true, verified: true }],
  professions: [{ title: 'Comptable', employer: null, sector: 'commerce', since: '2015-09-01' }],
  place_of_birth: { country: 'COD', province: 'Kasaï-Oriental', city: 'Mbuji-Mayi' },
  marital_status: 'married',
  languages: ['fra', 'lin'],
  religion: 'Catholique',
  ethnicity: 'Luba',
  parents: { father_name: 'Kabeya Mutombo', mother_name: null },
  biometrics: {
    selfie: { captured_at: '2024-02-05T10:32:00.000Z', file: testFile('5e1f1e00') },
    fingerprints: [{ format: 'ISO_19794_2', finger: 'right_thumb', file: testFile('f19e0000') }],
    iris: [{ format: 'ISO_19794_6', eye: 'left', file: testFile('11150000') }],
  },
  ...changes,
})

export const testDocument = (
  type: CitizenDocument['type'],
  number: string,
  isPrimary = false,
  changes: Partial<CitizenDocument> = {},
): CitizenDocument => ({
  type,
  number,
  issued_at: '2024-02-05',
  expires_at: '2034-02-04',
  issuing_authority: 'Office national',
  status: 'valid',
  is_primary: isPrimary,
  image: testFile('d0c00000'),
  ...changes,
})

/** The first group of a UUID stands for the whole of it. */
export const testFile = (group: string) => ({
  content_type: 'image/png',
  file_id: `${group}-0000-4000-8000-000000000000`,
})

/** A register of these citizens, by svc_id; `fail` throws for the value that it names. */
export const testRegister = (
  citizens: readonly Citizen[],
  fail: (value: string) => Promise<void> | void = () => {},
): Register => ({
  async findCitizen({ value }) {
    await fail(value)
    return citizens.find((citizen) => citizen.svc_id === value) ?? null
  },
  findBusiness: async () => null,
  async findCreditFile(svcId) {
    await fail(svcId)
    const citizen = citizens.find(({ svc_id }) => svc_id === svcId)
    return citizen ? { citizen, records: [] } : null
  },
  async readFile(fileId) {
    await fail(fileId)
    return { content_type: 'image/png', bytes: Buffer.from(`bytes of ${fileId}`) }
  },
})
