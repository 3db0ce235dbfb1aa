import { seededRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { bareCitizen } from '../synthetic-data/index.ts'
import { withDeadline } from './deadline.ts'
import { createPostgresRegister } from './postgres-register.ts'
import { writeCitizens } from './write-citizens.ts'
import { writeFiles } from './write-files.ts'

const vault = createVault(Buffer.alloc(32, 7), 'register', seededRandom('register'))
const nameOf = (index: number) => ({
  first_name: `Prénom${index}`,
  last_name: 'Nom',
  date_of_birth: '1990-02-28',
  gender: 'female' as const,
})
const svcIdOf = (index: number) => `COD-7000-0000-${String(index).padStart(4, '0')}`
const passport = (number: string) => ({
  type: 'passport' as const,
  number,
  issued_at: '2020-01-01',
  expires_at: null,
  issuing_authority: 'A',
  status: 'valid',
  is_primary: true,
  image: null,
})
const citizens = Array.from({ length: 50 }, (_, index) => ({
  ...bareCitizen('0000', nameOf(index)),
  svc_id: svcIdOf(index),
  documents: [passport(`AA00000${String(index).padStart(2, '0')}`)],
}))

describe('the register on PostgreSQL', () => {
  let database: TestDatabase
  let statements = 0

  beforeAll(async () => {
    database = await createTestDatabase()
    await writeCitizens(database.pool, citizens.slice(0, 25), 'sandbox')
    await writeCitizens(database.pool, citizens.slice(25), 'production')
  })
  afterAll(() => database.drop())

  const openRegister = () => {
    const pool = Object.create(database.pool) as typeof database.pool
    pool.query = ((...input: Parameters<typeof database.pool.query>) => {
      statements++
      return database.pool.query(...input)
    }) as typeof pool.query
    return createPostgresRegister({ pool, vault, maxInFlight: 1, maxGroup: 20, maxWaiting: 60 })
  }

  test('a citizen is returned as it was written', async () => {
    expect(await openRegister().findCitizen({ type: 'svc_id', value: svcIdOf(0) }, 'sandbox')).toEqual(
      citizens[0],
    )
  })

  test('a record without blocks is returned completely', async () => {
    await database.pool.query(
      `update citizens set documents = null, biometrics = '{"selfie": null}' where svc_id = $1`,
      [svcIdOf(1)],
    )
    expect(await openRegister().findCitizen({ type: 'svc_id', value: svcIdOf(1) }, 'sandbox')).toEqual({
      ...citizens[1],
      documents: [],
      biometrics: { selfie: null, fingerprints: [], iris: [] },
    })
  })

  test('a call sees only the people of its own environment, by every identifier', async () => {
    const register = openRegister()
    for (const [index, own, other] of [
      [0, 'sandbox', 'production'],
      [30, 'production', 'sandbox'],
    ] as const) {
      const byNumber = { type: 'passport' as const, value: citizens[index]!.documents[0]!.number }
      for (const identifier of [{ type: 'svc_id' as const, value: svcIdOf(index) }, byNumber]) {
        expect((await register.findCitizen(identifier, own))?.svc_id).toBe(svcIdOf(index))
        expect(await register.findCitizen(identifier, other)).toBeNull()
      }
    }
  })

  test('reads that run at the same time share statements, and each gets its own answer', async () => {
    const register = openRegister()
    statements = 0
    const answers = await Promise.all(
      citizens.map(({ svc_id }) => register.findCitizen({ type: 'svc_id', value: svc_id }, 'production')),
    )
    expect(answers.map((citizen) => citizen?.svc_id)).toEqual(
      citizens.map(({ svc_id }, index) => (index < 25 ? undefined : svc_id)),
    )
    expect(statements).toBe(3)
  })

  test('reads by document share a statement across types, and a number of another type finds no one', async () => {
    const register = openRegister()
    const value = citizens[2]!.documents[0]!.number
    statements = 0
    const [right, wrong, absent] = await Promise.all([
      register.findCitizen({ type: 'passport', value }, 'sandbox'),
      register.findCitizen({ type: 'national_id', value }, 'sandbox'),
      register.findCitizen({ type: 'ceni', value: '99999999999' }, 'sandbox'),
    ])
    expect([right?.svc_id, wrong, absent]).toEqual([svcIdOf(2), null, null])
    expect(statements).toBe(1)
  })

  test('waiting reads beyond the limit are refused as overloaded', async () => {
    const register = openRegister()
    const asked = Array.from({ length: 70 }, (_, index) =>
      register.findCitizen({ type: 'svc_id', value: svcIdOf(index) }, 'sandbox').then(
        () => 'answered',
        (thrown: { code: string }) => thrown.code,
      ),
    )
    const answers = await Promise.all(asked)
    expect(answers.filter((answer) => answer === 'overloaded')).toHaveLength(10)
  })

  test('files are encrypted at rest and bound to their id', async () => {
    const [id, other] = [
      '0190c0de-0000-8000-8000-000000000001',
      '0190c0de-0000-8000-8000-000000000002',
    ] as const
    const bytes = Buffer.from('a secret that must not be found on the disk')
    await writeFiles(database.pool, vault, [{ file_id: id, content_type: 'text/plain', bytes }])
    const register = openRegister()
    expect(await register.readFile(id)).toEqual({ content_type: 'text/plain', bytes })
    expect(await register.readFile(other)).toBeNull()
    expect(await register.readFile('no uuid')).toBeNull()
    const { rows } = await database.pool.query('select sealed from register_files where file_id = $1', [id])
    expect(rows[0].sealed.includes('secret')).toBe(false)
    await database.pool.query('update register_files set file_id = $2 where file_id = $1', [id, other])
    await expect(register.readFile(other)).rejects.toThrow()
  })

  test('an unavailable database is overloaded, also with a deadline: the register is not the cause', async () => {
    const away = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
    const register = withDeadline(createPostgresRegister({ pool: away, vault }), 5_000)
    await expect(
      register.findCitizen({ type: 'svc_id', value: 'COD-1000-0000-0001' }, 'sandbox'),
    ).rejects.toMatchObject({ code: 'overloaded', context: { retry_after: 1 } })
    await away.end()
  })
})
