import { normalizeIdentifier } from '@nani/contract'
import { seededRandom, systemClock } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { actsOf } from '../../testing/acts-of.ts'
import type { Citizen } from '../register/index.ts'
import { createPostgresRegister } from '../register/index.ts'
import { generatePopulation } from './generate-population.ts'
import { generateRegister } from './generate-register.ts'
import { femaleNames, maleNames } from './population/names.ts'
import { permutation } from './population/permutation.ts'
import { isReservedSvcId } from './sandbox-citizen.ts'

const population = async (count: number, seed: string): Promise<Citizen[]> => {
  const citizens: Citizen[] = []
  for await (const citizen of generatePopulation({ count, seed })) citizens.push(citizen)
  return citizens
}

describe('a generated population', () => {
  let people: Citizen[]
  beforeAll(async () => {
    people = await population(5000, 'test')
  })
  const share = (is: (citizen: Citizen) => boolean) => people.filter(is).length / people.length

  test('the same seed gives the same people, whatever their number; another seed gives others', async () => {
    expect(await population(50, 'test')).toEqual(people.slice(0, 50))
    const others = new Set((await population(50, 'other')).map(({ svc_id }) => svc_id))
    expect(people.some(({ svc_id }) => others.has(svc_id))).toBe(false)
  })

  test('every identifier is canonical and belongs to one person', () => {
    const identifiers = people.flatMap(({ svc_id, documents }) => [
      { type: 'svc_id' as const, value: svc_id },
      ...documents.map(({ type, number }) => ({ type, value: number })),
    ])
    for (const identifier of identifiers) expect(normalizeIdentifier(identifier)).toEqual(identifier)
    expect(new Set(identifiers.map(({ type, value }) => `${type} ${value}`)).size).toBe(identifiers.length)
    expect(people.some(({ svc_id }) => isReservedSvcId(svc_id))).toBe(false)
  })

  test('names have two to five words, and prénoms fit the gender', () => {
    const only = { male: new Set(maleNames), female: new Set(femaleNames) }
    for (const { full_name, first_name, last_name, gender } of people) {
      expect(full_name).toBe(`${last_name} ${first_name}`)
      expect(full_name.split(' ').length).toBeGreaterThanOrEqual(2)
      expect(full_name.split(' ').length).toBeLessThanOrEqual(5)
      for (const prenom of first_name.split(' '))
        expect(only[gender].has(prenom) || prenom.startsWith(gender === 'male' ? 'Jean-' : 'Marie-')).toBe(
          true,
        )
    }
    expect(share(({ last_name }) => / (wa|ya|di) /.test(last_name))).toBeGreaterThan(0.02)
    expect(share(({ full_name }) => /N’/.test(full_name))).toBeGreaterThan(0.001)
    expect(share(({ first_name }) => /^(Jean|Marie)-/.test(first_name))).toBeGreaterThan(0.04)
  })

  test('telephone numbers have the prefix of their operator', () => {
    const prefix = {
      Vodacom: /^\+2438[123]\d{7}$/,
      Airtel: /^\+2439[789]\d{7}$/,
      Orange: /^\+2438[459]\d{7}$/,
      Africell: /^\+2439[01]\d{7}$/,
    } as Record<string, RegExp>
    const phones = people.flatMap(({ phone_numbers }) => phone_numbers)
    for (const { number, operator } of phones) expect(number).toMatch(prefix[operator] as RegExp)
    expect(new Set(phones.map(({ operator }) => operator)).size).toBe(4)
  })

  test('the population is that of a young country with a mostly complete register', () => {
    expect(share(({ certified }) => certified)).toBeGreaterThan(0.95)
    expect(share(({ certified }) => certified)).toBeLessThan(0.985)
    expect(share(({ status }) => status === 'active')).toBeGreaterThan(0.94)
    expect(share(({ status, certified }) => status === 'deleted' && certified)).toBe(0)
    expect(share(({ date_of_birth }) => date_of_birth > '2007-01-01')).toBeGreaterThan(0.12)
    expect(share(({ date_of_birth }) => date_of_birth < '1960-01-01')).toBeLessThan(0.08)
    const hasLittle = ({ addresses, place_of_birth, parents, languages, biometrics }: Citizen) =>
      !addresses.length && !place_of_birth && !parents && !languages.length && !biometrics.selfie
    expect(share(hasLittle)).toBeGreaterThan(0.03)
    expect(share(hasLittle)).toBeLessThan(0.15)
    expect(share(({ gender }) => gender === 'female')).toBeGreaterThan(0.45)
  })

  test('events have a valid order: no enrolment or document before birth, no voting or marriage of minors', () => {
    for (const { date_of_birth, created_at, documents, marital_status, professions } of people) {
      expect(created_at >= date_of_birth).toBe(true)
      for (const { issued_at, expires_at } of documents) {
        expect(issued_at >= date_of_birth).toBe(true)
        expect(expires_at === null || expires_at > issued_at).toBe(true)
      }
      expect(documents.filter(({ is_primary }) => is_primary).length).toBe(documents.length > 0 ? 1 : 0)
      if (date_of_birth <= '2007-01-01') continue
      expect([marital_status, professions.length]).toEqual([null, 0])
      expect(documents.some(({ type }) => type === 'ceni')).toBe(false)
    }
  })

  test('a permutation contains every number of its range once', () => {
    for (const size of [1, 2, 7, 1000, 4097]) {
      const permute = permutation(size, 'seed')
      expect(new Set(Array.from({ length: size }, (_, index) => permute(index))).size).toBe(size)
      for (let index = 0; index < size; index++) expect(permute(index)).toBeLessThan(size)
    }
  })
})

describe('generating into the register', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  test('people are written with readable files, and a second run changes no data', async () => {
    const vault = createVault(Buffer.alloc(32, 7), 'register', seededRandom('population'))
    const steps: number[] = []
    const write = () =>
      generateRegister(
        { kind: 'operator', name: 'amina', roles: ['enrolment_officer'] },
        { count: 2500, seed: 'test', view: 'both', onProgress: ({ done }) => steps.push(done) },
        { pool: database.pool, registerPool: database.pool, clock: systemClock, vault },
      )
    expect(await write()).toEqual({ done: 2500, count: 2500, written: 2500, refused: 0 })
    expect(steps).toEqual([1000, 2000, 2500])
    const acts = await actsOf(database.pool, 'both', 10)
    expect(acts.map(({ action, after }) => [action, after])).toEqual([
      ['register.generate', { count: 2500, seed: 'test', written: 2500, refused: 0, state: 'finished' }],
      ['register.generate', { count: 2500, seed: 'test', state: 'started' }],
    ])
    expect((await write()).refused).toBe(0)
    const { rows } = await database.pool.query('select count(*)::int as people from citizens')
    expect(rows[0].people).toBe(2500)
    const register = createPostgresRegister({ pool: database.pool, vault })
    const seen = new Set<string>()
    for (const citizen of await population(300, 'test')) {
      const { biometrics, documents } = citizen
      expect(await register.findCitizen({ type: 'svc_id', value: citizen.svc_id }, 'sandbox')).toEqual(
        citizen,
      )
      const entries = [biometrics.selfie, ...biometrics.fingerprints, ...biometrics.iris]
      for (const file of [...documents.map(({ image }) => image), ...entries.map((entry) => entry?.file)])
        if (file) seen.add(file.file_id)
    }
    expect(seen.size).toBeGreaterThan(10)
    for (const fileId of seen) expect((await register.readFile(fileId))?.bytes.length).toBeGreaterThan(100)
  })
})
