import { seededRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { citizenSource } from '../synthetic-data/index.ts'
import { createPostgresRegister } from './postgres-register.ts'
import type { Citizen } from './register.ts'
import { writeCitizens } from './write-citizens.ts'

const vault = createVault(Buffer.alloc(32, 7), 'register', seededRandom('write'))
const citizenAt = citizenSource('write')
const everyone = Array.from({ length: 400 }, (_, index) => citizenAt(index))
const withDocuments = everyone.filter(({ documents }) => documents.length > 0)
const [first, second, third] = withDocuments as [Citizen, Citizen, Citizen]
const documentOf = (citizen: Citizen) => ({
  type: citizen.documents[0]!.type,
  value: citizen.documents[0]!.number,
})

describe('writing citizens', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  beforeEach(() => database.pool.query('truncate citizens, document_numbers, phone_numbers'))
  afterAll(() => database.drop())

  const find = (citizen: Citizen, identifier = { type: 'svc_id' as const, value: citizen.svc_id } as never) =>
    createPostgresRegister({ pool: database.pool, vault }).findCitizen(identifier, 'production')
  const counts = async () => {
    const { rows } =
      await database.pool.query(`select (select count(*)::int from document_numbers) as documents,
      (select count(*)::int from phone_numbers) as phones, (select count(*)::int from citizens) as citizens`)
    return rows[0]
  }

  test('every kind of citizen is returned exactly as written', async () => {
    expect(await writeCitizens(database.pool, everyone, 'production')).toEqual({
      written: 400,
      refused: [],
      lost: [],
    })
    for (const citizen of everyone) expect(await find(citizen)).toEqual(citizen)
    expect(await counts()).toEqual({
      citizens: 400,
      documents: everyone.flatMap(({ documents }) => documents).length,
      phones: everyone.flatMap(({ phone_numbers }) => phone_numbers).length,
    })
  })

  test('a repeated write is an upsert: no row is doubled, and old numbers find no one', async () => {
    await writeCitizens(database.pool, [first, second], 'production')
    const changed = { ...first, first_name: 'Autre', documents: [], phone_numbers: [] }
    expect(await writeCitizens(database.pool, [changed], 'production')).toEqual({
      written: 1,
      refused: [],
      lost: [],
    })
    expect(await find(first)).toEqual(changed)
    expect(await find(first, documentOf(first) as never)).toBeNull()
    expect(await counts()).toEqual({
      citizens: 2,
      documents: second.documents.length,
      phones: second.phone_numbers.length,
    })
  })

  test('a document of another citizen refuses only its row', async () => {
    await writeCitizens(database.pool, [first], 'production')
    const thief = { ...second, documents: first.documents }
    const outcome = await writeCitizens(database.pool, [thief, third], 'production')
    expect(outcome.written).toBe(1)
    expect(outcome.refused).toEqual([
      { index: 0, reason: expect.stringContaining('held by another citizen') },
    ])
    expect(await find(second)).toBeNull()
    expect(await find(third)).toEqual(third)
    expect((await find(first, documentOf(first) as never))?.svc_id).toBe(first.svc_id)
  })

  test('of two rows of one list with the same document the first is written', async () => {
    const thief = { ...second, documents: first.documents }
    const outcome = await writeCitizens(database.pool, [first, thief], 'production')
    expect(outcome.refused.map(({ index }) => index)).toEqual([1])
  })

  test('of two rows of one citizen the later is written', async () => {
    const later = { ...first, first_name: 'Plus Tard' }
    expect(await writeCitizens(database.pool, [first, second, later], 'production')).toEqual({
      written: 3,
      refused: [],
      lost: [],
    })
    expect((await find(first))?.first_name).toBe('Plus Tard')
  })

  test('a sandbox write never changes a person of the production register, nor the reverse', async () => {
    await writeCitizens(database.pool, [first], 'production')
    await writeCitizens(database.pool, [second], 'sandbox')
    expect((await writeCitizens(database.pool, [{ ...first, first_name: 'X' }], 'sandbox')).written).toBe(0)
    expect((await writeCitizens(database.pool, [{ ...second, first_name: 'X' }], 'production')).written).toBe(
      0,
    )
    expect(await find(first)).toEqual(first)
    expect(await find(second)).toBeNull()
    expect((await writeCitizens(database.pool, [second], 'both')).written).toBe(1)
    expect(await find(second)).toEqual(second)
  })

  test('two concurrent writers never both get one document', async () => {
    const rivals = Array.from({ length: 8 }, (_, index) => ({
      ...(withDocuments[index + 3] as Citizen),
      documents: first.documents,
    }))
    const outcomes = await Promise.all(rivals.map((rival) => writeCitizens(database.pool, [rival], 'both')))
    expect(outcomes.map(({ written }) => written).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    expect((await counts()).citizens).toBe(1)
  })
})
