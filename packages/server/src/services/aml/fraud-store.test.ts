import { createSecretKey, randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import type { FraudNetwork, FraudSubject } from './fraud-network.ts'
import { createFraudStore, type NetworkParty, writeNetworkParties } from './fraud-store.ts'

let database: TestDatabase
let network: FraudNetwork
const identityKey = createSecretKey(Buffer.alloc(32, 2))
beforeAll(async () => {
  database = await createTestDatabase()
  network = createFraudStore(database.pool)
})
afterAll(() => database.drop())

const digits = () => String(randomInt(10_000)).padStart(4, '0')
const svcIdOfOne = () => `COD-${digits()}-${digits()}-${digits()}`

const party = (changes: Partial<NetworkParty> = {}): NetworkParty => ({
  case_number: `RDC-FRD-2026-${digits()}${digits()}`,
  party: 0,
  role: 'suspect',
  case_type: 'phishing',
  case_status: 'confirmed',
  confirmed_on: '2026-02-01',
  svc_id: null,
  rccm: null,
  full_name: null,
  date_of_birth: null,
  nationality: null,
  ...changes,
})
const subject = (changes: Partial<FraudSubject> = {}): FraudSubject => ({
  svcId: null,
  rccm: null,
  names: [],
  dateOfBirth: null,
  nationality: null,
  ...changes,
})
const write = (...parties: NetworkParty[]) =>
  writeNetworkParties(database.pool, 'production', parties, identityKey)

describe('a suspect', () => {
  test('is known by svc_id or rccm for certain', async () => {
    const [svcId, rccm] = [svcIdOfOne(), `CD/KNG/RCCM/21-B-${digits()}`]
    await write(party({ svc_id: svcId, case_status: 'escalated_to_authorities' }), party({ rccm }))
    const person = await network.find(subject({ svcId }), 'production')
    expect(person.suspectIn).toEqual([
      expect.objectContaining({ matchedBy: 'svc_id', similarity: 1, status: 'escalated_to_authorities' }),
    ])
    expect((await network.find(subject({ rccm }), 'production')).suspectIn[0]?.matchedBy).toBe('rccm')
  })

  test('is found among many later cases of which somebody else is the victim', async () => {
    const svcId = svcIdOfOne()
    await write(party({ svc_id: svcId, confirmed_on: '2020-01-01' }))
    const many = Array.from({ length: 1_100 }, (_, at) =>
      party({ role: 'victim', svc_id: svcId, party: at, case_number: 'RDC-FRD-2026-MANY' }),
    )
    await write(...many)
    expect((await network.find(subject({ svcId }), 'production')).suspectIn).toHaveLength(1)
  })

  const birth = '1979-11-30'
  const namesake = { names: ['KIALA Nsimba Odette'], dateOfBirth: birth, nationality: 'AGO' }

  test('is known by name, date of birth and nationality together, and by no two of them', async () => {
    const named = party({ full_name: 'Nsimba Kiala Odette', date_of_birth: birth, nationality: 'AGO' })
    await write(named)
    const of = async (changes: Partial<FraudSubject>) =>
      (await network.find(subject({ ...namesake, ...changes }), 'production')).suspectIn.filter(
        ({ caseNumber }) => caseNumber === named.case_number,
      )
    expect(await of({})).toEqual([expect.objectContaining({ matchedBy: 'name', similarity: 1 })])
    expect(await of({ names: ['Nsimba Kiala'] })).toEqual([expect.objectContaining({ matchedBy: 'name' })])
    for (const other of [
      { names: ['Nsimba Kiala Odile'] },
      { dateOfBirth: '1979-11-29' },
      { nationality: 'COD' },
      { dateOfBirth: null },
      { nationality: null },
      { names: [] },
    ])
      expect(await of(other), JSON.stringify(other)).toEqual([])
  })

  test('of another svc_id is another person, however alike', async () => {
    const named = party({
      svc_id: svcIdOfOne(),
      full_name: 'Makiese Luvumbu',
      date_of_birth: '1985-06-06',
      nationality: 'COD',
    })
    await write(named)
    const alike = { names: ['Makiese Luvumbu'], dateOfBirth: '1985-06-06', nationality: 'COD' }
    expect((await network.find(subject({ ...alike, svcId: svcIdOfOne() }), 'production')).suspectIn).toEqual(
      [],
    )
    expect((await network.find(subject(alike), 'production')).suspectIn).toHaveLength(1)
  })
})

test('a victim is known by number alone, never by name', async () => {
  const svcId = svcIdOfOne()
  const known = { full_name: 'Mbombo Ntumba', date_of_birth: '1990-09-09', nationality: 'COD' }
  await write(party({ role: 'victim', svc_id: svcId, ...known }))
  expect(await network.find(subject({ svcId }), 'production')).toEqual({
    suspectIn: [],
    victimOn: ['2026-02-01'],
  })
  const byName = { names: ['Mbombo Ntumba'], dateOfBirth: '1990-09-09', nationality: 'COD' }
  expect((await network.find(subject(byName), 'production')).victimOn).toEqual([])
})

test('a case of the sandbox is none of production', async () => {
  const svcId = svcIdOfOne()
  await writeNetworkParties(database.pool, 'sandbox', [party({ svc_id: svcId })], identityKey)
  expect((await network.find(subject({ svcId }), 'production')).suspectIn).toEqual([])
  expect((await network.find(subject({ svcId }), 'sandbox')).suspectIn).toHaveLength(1)
})

test('a party that is written again is replaced', async () => {
  const [svcId, one] = [svcIdOfOne(), party()]
  await write({ ...one, svc_id: svcId })
  await write({ ...one, svc_id: svcId, role: 'victim' })
  expect(await network.find(subject({ svcId }), 'production')).toEqual({
    suspectIn: [],
    victimOn: ['2026-02-01'],
  })
})
