import { seededRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { businessScenarios, citizenSource, seedSandbox } from '../synthetic-data/index.ts'
import type { Business } from './business.ts'
import { changedIdentities, readRegisterRevision } from './register-revision.ts'
import { writeBusinesses } from './write-businesses.ts'
import { writeCitizens } from './write-citizens.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const citizen = citizenSource('revision')(0)
const revisionAfter = async (work: () => Promise<unknown>) => {
  const before = await readRegisterRevision(database.pool)
  await work()
  return (await readRegisterRevision(database.pool)) - before
}

test('a new or changed citizen increments the revision', async () => {
  const stranger = citizenSource('somebody new')(0)
  const write = (changes = {}) => writeCitizens(database.pool, [{ ...stranger, ...changes }], 'production')
  expect(await revisionAfter(() => write())).toBe(1)
  expect(await revisionAfter(() => write({ full_name: 'Another Name' }))).toBe(1)
  expect(
    await revisionAfter(() => write({ full_name: 'Another Name', religion: 'Another', addresses: [] })),
  ).toBe(1)
})

test('an unchanged write is no change, and the start of the sandbox writes unchanged rows', async () => {
  await writeCitizens(database.pool, [citizen], 'production')
  expect(await revisionAfter(() => writeCitizens(database.pool, [citizen], 'production'))).toBe(0)
  const vault = createVault(Buffer.alloc(32, 7), 'register', seededRandom('revision'))
  const seed = () => seedSandbox(database.pool, vault)
  expect(await revisionAfter(seed)).toBeGreaterThan(0)
  expect(await revisionAfter(seed)).toBe(0)
})

test('changed people since a revision are returned with all their identifiers', async () => {
  const citizen = citizenSource('changed')(0)
  await writeCitizens(database.pool, [citizen], 'production')
  const before = await readRegisterRevision(database.pool)
  await writeCitizens(database.pool, [citizen], 'production')
  expect(await changedIdentities(database.pool, before, 10)).toEqual([])
  await writeCitizens(database.pool, [{ ...citizen, full_name: 'A Further Name' }], 'production')
  expect(await changedIdentities(database.pool, before, 10)).toEqual([
    { type: 'svc_id', value: citizen.svc_id },
    ...citizen.documents.map(({ type, number }) => ({ type, value: number })),
  ])
  const outcome = businessScenarios[0]?.outcome as { business: Business }
  const identifiers = { rccm: 'CD/KNG/RCCM/21-B-00777', id_nat: null, nif: null }
  const business = { ...outcome.business, identifiers }
  await writeBusinesses(database.pool, [business], 'production')
  const changed = await changedIdentities(database.pool, before + 1, 10)
  expect(changed).toEqual([{ type: 'rccm', value: identifiers.rccm }])
})

test('above the maximum they are not listed', async () => {
  const before = await readRegisterRevision(database.pool)
  const next = citizenSource('many')
  await writeCitizens(database.pool, [next(0), next(1)], 'production')
  expect(await changedIdentities(database.pool, before, 1)).toBeNull()
})
