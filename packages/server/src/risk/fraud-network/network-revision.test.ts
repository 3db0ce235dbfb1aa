import { inTransaction } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { testNetworkKeys } from '../../testing/network-keys.ts'
import { forgetNetworkChanges } from './forget-changes.ts'
import type { NetworkStore } from './network-keys.ts'
import type { NetworkParty } from './network-party.ts'
import { changedParties, readNetworkRevision } from './network-revision.ts'
import { birthPseudonym, identifierPseudonym } from './pseudonyms.ts'
import { withdrawCasesWithin, writeNetworkParties } from './write-parties.ts'

let database: TestDatabase
let store: NetworkStore
const keys = testNetworkKeys()
beforeAll(async () => {
  database = await createTestDatabase()
  store = { pool: database.pool, ...keys }
})
afterAll(() => database.drop())

const party = (case_number: string, changes: Partial<NetworkParty> = {}): NetworkParty => ({
  case_number,
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
const revision = () => readNetworkRevision(database.pool)
const changesAfter = async (after: number, max = 100) =>
  changedParties(database.pool, { after, through: await revision() }, max)
const pseudonym = (value: string, environment: 'sandbox' | 'production' = 'production') =>
  identifierPseudonym({ type: 'svc_id', value }, environment, keys.identityKey)
const identities = (changes: Awaited<ReturnType<typeof changesAfter>>) =>
  changes?.map(({ identity }) => identity).toSorted()

test('a change is counted once, with the facts before and after it', async () => {
  const before = await revision()
  const one = party('RDC-FRD-2026-100001', { svc_id: 'COD-1' })
  await writeNetworkParties(store, 'production', [one])
  expect(await revision()).toBe(before + 1)
  await writeNetworkParties(store, 'production', [{ ...one, svc_id: 'COD-2' }])
  expect(identities(await changesAfter(before + 1))).toEqual(
    ['COD-1', 'COD-2'].map((one) => pseudonym(one)).toSorted(),
  )
  expect(await changesAfter(before + 2)).toEqual([])
})

test('the same content again is no change', async () => {
  const one = party('RDC-FRD-2026-100002', { rccm: 'CD/KNG/RCCM/21-B-1' })
  await writeNetworkParties(store, 'sandbox', [one])
  const before = await revision()
  await writeNetworkParties(store, 'sandbox', [one])
  expect(await revision()).toBe(before)
})

test('a withdrawn case is a change, an unknown one is none', async () => {
  await writeNetworkParties(store, 'sandbox', [party('RDC-FRD-2026-100003', { svc_id: 'COD-3' })])
  const before = await revision()
  const withdraw = (...numbers: string[]) =>
    inTransaction(database.pool, (client) => withdrawCasesWithin(client, 'sandbox', numbers))
  await withdraw('RDC-FRD-2026-999999')
  expect(await revision()).toBe(before)
  await withdraw('RDC-FRD-2026-100003')
  expect(await changesAfter(before)).toEqual([{ identity: pseudonym('COD-3', 'sandbox'), birth: null }])
})

test('of two writers of one case, the later one names the facts of the earlier one', async () => {
  const before = await revision()
  const writes = ['COD-4', 'COD-5', 'COD-6'].map((svc_id) =>
    writeNetworkParties(store, 'production', [party('RDC-FRD-2026-100004', { svc_id })]),
  )
  await Promise.all(writes)
  const { rows } = await database.pool.query<{ identity: string }>(
    `select encode(identity, 'hex') as identity from fraud_network_parties where case_number = 'RDC-FRD-2026-100004'`,
  )
  const written = ['COD-4', 'COD-5', 'COD-6'].map((one) => pseudonym(one))
  const replaced = written.filter((one) => one !== rows[0]?.identity)
  expect(replaced).toHaveLength(2)
  const named = identities(await changesAfter(before)) ?? []
  for (const identity of replaced) expect(named.filter((one) => one === identity)).toHaveLength(2)
})

test('a suspect that is known by name is a change of its birth, and facts of an earlier release are of every subject', async () => {
  const before = await revision()
  const born = { full_name: 'A B', date_of_birth: '1990-01-01', nationality: 'COD' }
  await writeNetworkParties(store, 'production', [party('RDC-FRD-2026-100009', born)])
  const facts = { dateOfBirth: '1990-01-01', nationality: 'COD' }
  const birth = birthPseudonym(facts, 'production', keys.identityKey)
  expect(await changesAfter(before)).toEqual([{ identity: null, birth }])
  await database.pool.query(
    `insert into fraud_network_changes (revision, view, svc_id) select revision, 'production', 'COD-9' from fraud_network_revision`,
  )
  expect(await changesAfter(before)).toBeNull()
  await database.pool.query('delete from fraud_network_changes where svc_id is not null')
})

test('more changes than asked for, or changes past their retention, are not named', async () => {
  const before = await revision()
  const two = [
    party('RDC-FRD-2026-100005', { svc_id: 'COD-7' }),
    party('RDC-FRD-2026-100006', { svc_id: 'COD-8' }),
  ]
  await writeNetworkParties(store, 'production', two)
  expect(await changesAfter(before, 1)).toBeNull()
  expect(await changesAfter(before, 2)).toHaveLength(2)
  await forgetNetworkChanges(database.pool, Date.now())
  expect(await changesAfter(before)).toHaveLength(2)
  await forgetNetworkChanges(database.pool, Date.now() + 31 * 86_400_000)
  expect(await changesAfter(before)).toBeNull()
  expect(await changesAfter(await revision())).toEqual([])
})
