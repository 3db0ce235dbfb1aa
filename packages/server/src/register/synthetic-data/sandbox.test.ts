import { Refusal, seededRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { createPostgresRegister, type Register } from '../register/index.ts'
import { sandboxScenarios, scenariosFor, withScenarios } from './sandbox-scenarios.ts'
import { seedSandbox } from './seed-sandbox.ts'

const vault = createVault(Buffer.alloc(32, 7), 'register', seededRandom('sandbox'))
const svcId = (number: string) => ({ type: 'svc_id' as const, value: `COD-0000-0000-${number}` })

describe('the sandbox people', () => {
  let database: TestDatabase
  let register: Register

  beforeAll(async () => {
    database = await createTestDatabase()
    expect(await seedSandbox(database.pool, vault)).toEqual({ refused: [] })
    register = withScenarios(createPostgresRegister({ pool: database.pool, vault }))
  })
  afterAll(() => database.drop())

  test('every test identity of spec/sandbox#test-identities is in the list, once', () => {
    const people = ['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0009', '0010', '0011']
    const expected = [...people, '0012', '0013', '0014', '0015', '0404', '0500', '0502'].map(
      (number) => svcId(number).value,
    )
    const businesses = ['00001', '00002', '00404'].map((number) => `CD/KNG/RCCM/00-B-${number}`)
    expect(sandboxScenarios.map(({ identifier }) => identifier.value)).toEqual([...expected, ...businesses])
  })

  test('the list contains the given services, and no other', () => {
    const listed = scenariosFor(new Set(['age_verification']))
    expect(listed.map(({ identifier }) => identifier)).toEqual(
      sandboxScenarios.map(({ identifier }) => identifier),
    )
    expect(new Set(listed.flatMap(({ yields }) => Object.keys(yields)))).toEqual(
      new Set(['age_verification']),
    )
    expect(listed.find(({ identifier }) => identifier.value === svcId('0007').value)?.yields).toEqual({
      age_verification: expect.stringMatching(/^under_threshold/),
    })
  })

  test('…-0001 has data for every scope, and every one of its files opens', async () => {
    const citizen = await register.findCitizen(svcId('0001'), 'sandbox')
    expect(citizen).toMatchObject({ status: 'active', certified: true, level_of_assurance: 'LOA4' })
    for (const [block, value] of Object.entries(citizen as object))
      expect(Array.isArray(value) ? value.length : value, block).toBeTruthy()
    const { documents, biometrics } = citizen!
    expect(documents.map(({ type }) => type).sort()).toEqual([
      'ceni',
      'driving_licence',
      'national_id',
      'passport',
    ])
    expect(documents.filter(({ is_primary }) => is_primary)).toHaveLength(1)
    expect(biometrics.fingerprints).toHaveLength(10)
    expect(biometrics.iris.map(({ eye }) => eye)).toEqual(['left', 'right'])
    const files = [
      ...documents.map(({ image }) => image),
      ...[biometrics.selfie, ...biometrics.fingerprints, ...biometrics.iris].map((entry) => entry?.file),
    ]
    for (const file of files) {
      const content = await register.readFile(file!.file_id)
      expect(content?.content_type).toBe(file?.content_type)
      expect(content?.bytes.toString('latin1', 0, 4)).toMatch(/^(\x89PNG|\xff\xd8\xff\xdb|FMR\0|IIR\0)$/)
    }
  })

  test('each other identity is as spec/sandbox#test-identities describes it', async () => {
    const find = (number: string) => register.findCitizen(svcId(number), 'sandbox')
    expect(await find('0002')).toMatchObject({ certified: false, status: 'active' })
    expect(await find('0003')).toMatchObject({
      certified: true,
      documents: [],
      addresses: [],
      emails: [],
      phone_numbers: [],
      professions: [],
      place_of_birth: null,
      marital_status: null,
      languages: [],
      religion: null,
      ethnicity: null,
      parents: null,
      biometrics: { selfie: null, fingerprints: [], iris: [] },
    })
    expect(await find('0004')).toMatchObject({ certified: true, status: 'suspended' })
    expect(await find('0005')).toMatchObject({ certified: true, status: 'paused' })
    expect(await find('0006')).toMatchObject({ certified: false, status: 'deleted' })
    const minor = await find('0007')
    expect(minor?.certified).toBe(true)
    expect(Date.now() - Date.parse(minor!.date_of_birth)).toBeLessThan(18 * 365.25 * 86_400_000)
    for (const number of ['0008', '0009', '0010', '0011', '0012', '0013'])
      expect(await find(number)).toMatchObject({ certified: true, status: 'active' })
    expect(await find('0404')).toBeNull()
  })

  test('the scenario list gives the true name and the documents, and each document leads to its person', async () => {
    let documentsTried = 0
    for (const { identifier, name, documents } of sandboxScenarios) {
      if (name === undefined || identifier.type !== 'svc_id') continue
      for (const other of [identifier, ...documents!]) {
        const citizen = await register.findCitizen(other, 'sandbox')
        expect(citizen).toMatchObject({ svc_id: identifier.value, full_name: name })
        documentsTried++
      }
    }
    expect(documentsTried).toBeGreaterThan(20)
  })

  test('…-0502 and …-0500 fail in the sandbox only', async () => {
    const codeOf = (number: string) =>
      register.findCitizen(svcId(number), 'sandbox').then(
        () => 'answered',
        (thrown: unknown) => (thrown instanceof Refusal ? thrown.code : 'no refusal'),
      )
    expect(await codeOf('0502')).toBe('register_unavailable')
    expect(await codeOf('0500')).toBe('internal_error')
    expect(await register.findCitizen(svcId('0502'), 'production')).toBeNull()
    expect(await register.findCitizen(svcId('0500'), 'production')).toBeNull()
  })

  test('a production call never sees a sandbox person or business', async () => {
    for (const { identifier, documents = [] } of sandboxScenarios) {
      for (const each of [identifier, ...documents]) {
        expect(await register.findCitizen(each, 'production')).toBeNull()
        expect(await register.findBusiness(each, 'production')).toBeNull()
      }
    }
  })

  test('the businesses resolve by each of their three identifiers', async () => {
    const business = await register.findBusiness({ type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' }, 'sandbox')
    expect(business).toMatchObject({ status: 'active', registered_on: '2016-05-11' })
    for (const type of ['id_nat', 'nif'] as const) {
      const value = business!.identifiers[type]!
      expect(await register.findBusiness({ type, value }, 'sandbox')).toEqual(business)
    }
    const dissolved = { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00002' } as const
    expect((await register.findBusiness(dissolved, 'sandbox'))?.status).toBe('dissolved')
    const absent = { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00404' } as const
    expect(await register.findBusiness(absent, 'sandbox')).toBeNull()
  })

  test('a second seeding changes no data and writes no file again', async () => {
    const state = () =>
      database.pool.query(`select (select json_agg(c order by svc_id) from citizens c) as people,
        (select json_agg(b order by rccm) from businesses b) as businesses,
        (select json_agg(f.xmin::text order by file_id) from register_files f) as files,
        (select count(*) from document_numbers) as numbers, (select count(*) from phone_numbers) as phones`)
    const before = await state()
    expect(await seedSandbox(database.pool, vault)).toEqual({ refused: [] })
    expect((await state()).rows).toEqual(before.rows)
  })
})
