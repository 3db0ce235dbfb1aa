import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { seededRandom } from '../core/index.ts'
import { createVault } from '../storage/index.ts'
import { citizenSource } from './population/generate-citizen.ts'
import { readRegisterRevision } from './register-revision.ts'
import { seedSandbox } from './seed-sandbox.ts'
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

test('a citizen who is new, or another than before, moves the revision on', async () => {
  const write = (changes = {}) => writeCitizens(database.pool, [{ ...citizen, ...changes }], 'production')
  expect(await revisionAfter(() => write())).toBe(1)
  expect(await revisionAfter(() => write({ full_name: 'Another Name' }))).toBe(1)
  expect(await revisionAfter(() => write({ full_name: 'Another Name', religion: null, addresses: [] }))).toBe(
    1,
  )
})

test('what is written as it was is no change, and a start of the sandbox writes it so', async () => {
  await writeCitizens(database.pool, [citizen], 'production')
  expect(await revisionAfter(() => writeCitizens(database.pool, [citizen], 'production'))).toBe(0)
  const vault = createVault(Buffer.alloc(32, 7), 'register', seededRandom('revision'))
  const seed = () => seedSandbox(database.pool, vault)
  expect(await revisionAfter(seed)).toBeGreaterThan(0)
  expect(await revisionAfter(seed)).toBe(0)
})
