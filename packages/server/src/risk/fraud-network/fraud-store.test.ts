import { randomInt } from 'node:crypto'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { testNetworkKeys } from '../../testing/network-keys.ts'
import type { FraudNetwork, FraudSubject } from './fraud-network.ts'
import { createFraudStore } from './fraud-store.ts'
import { keepCaseKeys } from './keep-case-keys.ts'
import type { NetworkStore } from './network-keys.ts'
import type { CaseOfParty, NetworkParty } from './network-party.ts'
import { withdrawCasesWithin, writeNetworkParties } from './write-parties.ts'

let database: TestDatabase
let network: FraudNetwork
let store: NetworkStore
const production = { environment: 'production', applicationId: 'app_1' } as const
const sandbox = { environment: 'sandbox', applicationId: 'app_1' } as const
beforeAll(async () => {
  database = await createTestDatabase()
  store = { pool: database.pool, ...testNetworkKeys() }
  network = createFraudStore(store)
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
const write = (...parties: NetworkParty[]) => writeNetworkParties(store, 'production', parties)

describe('a suspect', () => {
  test('is known by svc_id or rccm for certain', async () => {
    const [svcId, rccm] = [svcIdOfOne(), `CD/KNG/RCCM/21-B-${digits()}`]
    await write(party({ svc_id: svcId, case_status: 'escalated_to_authorities' }), party({ rccm }))
    const person = await network.find(subject({ svcId }), production)
    expect(person.suspectIn).toEqual([
      expect.objectContaining({ matchedBy: 'svc_id', similarity: 1, status: 'escalated_to_authorities' }),
    ])
    expect((await network.find(subject({ rccm }), production)).suspectIn[0]?.matchedBy).toBe('rccm')
  })

  test('a case is found among many later cases in other roles', async () => {
    const svcId = svcIdOfOne()
    await write(party({ svc_id: svcId, confirmed_on: '2020-01-01' }))
    const many = Array.from({ length: 1_100 }, (_, at) =>
      party({ role: 'victim', svc_id: svcId, party: at, case_number: 'RDC-FRD-2026-MANY' }),
    )
    await write(...many)
    expect((await network.find(subject({ svcId }), production)).suspectIn).toHaveLength(1)
  })

  const birth = '1979-11-30'
  const namesake = { names: ['KIALA Nsimba Odette'], dateOfBirth: birth, nationality: 'AGO' }

  test('is known by name, date of birth and nationality together, and by no two of them', async () => {
    const named = party({ full_name: 'Nsimba Kiala Odette', date_of_birth: birth, nationality: 'AGO' })
    await write(named)
    const of = async (changes: Partial<FraudSubject>) =>
      (await network.find(subject({ ...namesake, ...changes }), production)).suspectIn.filter(
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
    expect((await network.find(subject({ ...alike, svcId: svcIdOfOne() }), production)).suspectIn).toEqual([])
    expect((await network.find(subject(alike), production)).suspectIn).toHaveLength(1)
  })
})

test('subjects that are searched at the same time share a statement, and each finds its own cases', async () => {
  const svcIds = Array.from({ length: 40 }, svcIdOfOne)
  const listed = svcIds.filter((_, at) => at % 2 === 0)
  const parties = listed.map((svcId, at) => party({ svc_id: svcId, case_number: `RDC-FRD-2026-GROUP${at}` }))
  await write(...parties)
  let statements = 0
  const counting = {
    query: (...asked: Parameters<TestDatabase['pool']['query']>) => {
      statements++
      return database.pool.query(...asked)
    },
  } as unknown as TestDatabase['pool']
  const grouping = createFraudStore({ ...store, pool: counting })
  const found = await Promise.all(
    svcIds.map((svcId, at) =>
      grouping.find(
        subject({ svcId }),
        at % 3 === 0 ? { ...production, applicationId: 'app_2' } : production,
      ),
    ),
  )
  expect(found.map(({ suspectIn }) => suspectIn.map(({ caseNumber }) => caseNumber))).toEqual(
    svcIds.map((_, at) => (at % 2 === 0 ? [`RDC-FRD-2026-GROUP${at / 2}`] : [])),
  )
  expect(statements).toBe(1)
  await Promise.all(
    ['app_1', 'app_2'].map((applicationId) =>
      grouping.find(subject({ svcId: svcIds[0] as string }), { environment: 'sandbox', applicationId }),
    ),
  )
  // Applications of the sandbox see different cases, so that they do not share one.
  expect(statements).toBe(3)
})

test('a victim is known by number alone, never by name', async () => {
  const svcId = svcIdOfOne()
  const known = { full_name: 'Mbombo Ntumba', date_of_birth: '1990-09-09', nationality: 'COD' }
  await write(party({ role: 'victim', svc_id: svcId, ...known }))
  expect(await network.find(subject({ svcId }), production)).toEqual({
    suspectIn: [],
    victimOn: ['2026-02-01'],
  })
  const byName = { names: ['Mbombo Ntumba'], dateOfBirth: '1990-09-09', nationality: 'COD' }
  expect((await network.find(subject(byName), production)).victimOn).toEqual([])
})

test('a case of the sandbox is none of production', async () => {
  const svcId = svcIdOfOne()
  await writeNetworkParties(store, 'sandbox', [party({ svc_id: svcId })])
  expect((await network.find(subject({ svcId }), production)).suspectIn).toEqual([])
  expect((await network.find(subject({ svcId }), sandbox)).suspectIn).toHaveLength(1)
})

/** A case with a stored key, as the fraud service writes it. */
const caseOf = async (applicationId: string): Promise<CaseOfParty> => {
  const of = { applicationId, caseId: `frd_${digits()}${digits()}` }
  const { sealedKey } = store.caseVaults.create(of)
  await database.pool.query('insert into fraud_case_keys values ($1, $2, $3)', [
    applicationId,
    of.caseId,
    sealedKey,
  ])
  return { ...of, sealedKey }
}

test('a case of the sandbox affects its own application alone, and one of production every application', async () => {
  const svcId = svcIdOfOne()
  const of = await caseOf('app_1')
  await writeNetworkParties(store, 'sandbox', [party({ svc_id: svcId, of })])
  const count = async (reader: typeof sandbox | typeof production, applicationId: string) =>
    (await network.find(subject({ svcId }), { ...reader, applicationId } as typeof sandbox)).suspectIn.length
  expect([await count(sandbox, 'app_1'), await count(sandbox, 'app_2')]).toEqual([1, 0])
  await write(party({ svc_id: svcId, of }))
  expect([await count(production, 'app_1'), await count(production, 'app_2')]).toEqual([1, 1])
})

test('a case whose key is destroyed counts no more', async () => {
  const svcId = svcIdOfOne()
  const of = await caseOf('app_1')
  await write(party({ svc_id: svcId, of }), party({ role: 'victim', svc_id: svcId, of, party: 1 }))
  const found = async () => {
    const { suspectIn, victimOn } = await network.find(subject({ svcId }), production)
    return [suspectIn.length, victimOn.length]
  }
  expect(await found()).toEqual([1, 1])
  await database.pool.query('delete from fraud_case_keys where case_id = $1', [of.caseId])
  expect(await found()).toEqual([0, 0])
})

test('a case whose key is in a cell, or leaves with its application, counts by the key in the network', async () => {
  const [inCell, leaving] = [svcIdOfOne(), svcIdOfOne()]
  const of = await caseOf('app_leaving')
  const there = { applicationId: 'app_of_cell', caseId: `${of.caseId}_cell` }
  const { sealedKey } = store.caseVaults.create(there)
  await write(party({ svc_id: inCell, of: { ...there, sealedKey, isInCell: true } }))
  await write(party({ svc_id: leaving, full_name: 'Lukusa Ngoie', of }))
  await keepCaseKeys(database.pool, database.pool, ['app_leaving'])
  await database.pool.query('delete from fraud_case_keys where case_id = $1', [of.caseId])
  for (const svcId of [inCell, leaving])
    expect((await network.find(subject({ svcId }), production)).suspectIn).toHaveLength(1)
})

test('the table holds neither numbers nor names nor births', async () => {
  const of = await caseOf('app_1')
  const one = party({ svc_id: svcIdOfOne(), full_name: 'Lukusa Ngoie', date_of_birth: '1981-02-03', of })
  await write(one)
  const { rows } = await database.pool.query<{ row: string }>(
    'select row_to_json(p)::text as row from fraud_network_parties p where case_number = $1',
    [one.case_number],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toMatch(new RegExp(`Lukusa|1981|${one.svc_id}`))
})

test('a case that is withdrawn counts no more', async () => {
  const one = party({ svc_id: svcIdOfOne() })
  await write(one)
  await inTransaction(database.pool, (client) => withdrawCasesWithin(client, 'production', [one.case_number]))
  expect((await network.find(subject({ svcId: one.svc_id }), production)).suspectIn).toEqual([])
})

test('a party that is written again is replaced', async () => {
  const [svcId, one] = [svcIdOfOne(), party()]
  await write({ ...one, svc_id: svcId })
  await write({ ...one, svc_id: svcId, role: 'victim' })
  expect(await network.find(subject({ svcId }), production)).toEqual({
    suspectIn: [],
    victimOn: ['2026-02-01'],
  })
})
