import { createSecretKey, randomBytes } from 'node:crypto'
import type { FaceAnalysis, FaceEngine } from '@nani/engines/face-engine/index.ts'
import { type Actor, manualClock, Refusal, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { type Citizen, createPostgresRegister, writeCitizens } from '../../../register/register/index.ts'
import { openRegisterOutbox, rowKeyOf } from '../../../register/register-outbox/index.ts'
import { actsOf } from '../../../testing/acts-of.ts'
import { testCitizen } from '../../../testing/citizen.ts'
import { enrolPhotographs } from './enrol-photographs.ts'
import { enrolSelfies, type NotEnrolled } from './enrol-selfies.ts'
import { enrolFaces, revokeFaces } from './enrolment-acts.ts'
import { createTemplateSource } from './template-source.ts'
import { createTemplateReads, revokeTemplates } from './template-store.ts'

const random = systemRandom()
const masterKey = randomBytes(32)
const vault = createVault(masterKey, 'faces', random)
const filesVault = createVault(masterKey, 'files', random)
const clock = manualClock(Date.UTC(2026, 2, 15, 12))
let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.pool
})
afterAll(() => database.drop())
beforeEach(async () => {
  await pool.query('truncate face_templates, citizens, document_numbers, phone_numbers')
})

const slow = 254
const crowded = 255
/** The template is the first byte of the photograph. An empty photograph and these two are refused. */
const engineOf = (modelId: string): Pick<FaceEngine, 'analyse' | 'modelId'> => ({
  modelId,
  async analyse(bytes) {
    if (bytes.length === 0) throw new Refusal('no_face_detected')
    if (bytes[0] === crowded) throw new Refusal('overloaded', { retry_after: 1 })
    if (bytes[0] === slow) throw new Refusal('overloaded', { retry_after: 1, reason: 'took_too_long' })
    return { template: { modelId, vector: Float32Array.of(bytes[0]!, 0.5) } } as FaceAnalysis
  },
})
const dependenciesOf = (modelId: string) => ({
  pool,
  clock,
  vault,
  filesVault,
  engine: engineOf(modelId),
  register: createPostgresRegister({ pool, vault: filesVault }),
  source: 'clerk' as const,
})
const revoke = (svcId: string) => inTransaction(pool, (client) => revokeTemplates(client, svcId))
const bare = { documents: [], phone_numbers: [] }
const noBiometrics = { selfie: null, fingerprints: [], iris: [] }
const settle = (changes: Partial<Citizen>, view: 'sandbox' | 'production' | 'both' = 'production') =>
  writeCitizens(pool, [testCitizen({ ...bare, biometrics: noBiometrics, ...changes })], view)
const photograph = (svcId: string, ...bytes: number[]) => ({
  svcId,
  read: async () => ({ content_type: 'image/jpeg', bytes: Buffer.from(bytes) }),
})
const allOf = async (environment: 'sandbox' | 'production', modelId = 'm1') => {
  const { batches, version } = await createTemplateSource(pool, vault, modelId, environment).readAll()
  const found: { id: number; first: number }[] = []
  for await (const batch of batches) found.push(...batch.map(({ id, vector }) => ({ id, first: vector[0]! })))
  return { version, found, firsts: found.map(({ first }) => first) }
}

const amina = 'COD-1111-0000-0001'
const bosco = 'COD-1111-0000-0002'

describe('a photograph that is enrolled', () => {
  test('is stored encrypted as the selfie on record, with its encrypted template', async () => {
    await settle({ svc_id: amina })
    const report = await enrolPhotographs('production', [photograph(amina, 7, 8)], dependenciesOf('m1'))
    expect(report).toEqual({ enrolled: 1, refused: 0 })
    const { register } = dependenciesOf('m1')
    const citizen = await register.findCitizen({ type: 'svc_id', value: amina }, 'production')
    const selfie = citizen?.biometrics.selfie
    expect(selfie?.captured_at).toBe('2026-03-15T12:00:00.000Z')
    expect((await register.readFile(selfie!.file.file_id))?.bytes).toEqual(Buffer.of(7, 8))
    const templates = await createTemplateReads(pool, vault, 'm1').templatesOf(amina)
    expect(templates).toEqual([{ modelId: 'm1', vector: Float32Array.of(7, 0.5) }])
    const { rows } = await pool.query<{ sealed_template: Buffer }>(
      'select sealed_template from face_templates',
    )
    const plain = Buffer.from(Float32Array.of(7, 0.5).buffer)
    expect(rows[0]!.sealed_template.includes(plain)).toBe(false)
  })

  test('of an unknown person is refused and leaves no data', async () => {
    await settle({ svc_id: amina }, 'sandbox')
    const refused: NotEnrolled[] = []
    const report = await enrolPhotographs(
      'production',
      [photograph(amina, 7), photograph(bosco), photograph(bosco, 9)],
      dependenciesOf('m1'),
      { onRefused: (one) => refused.push(one) },
    )
    expect(report).toEqual({ enrolled: 0, refused: 3 })
    expect(refused.map(({ code }) => code).sort()).toEqual(['no_face_detected', 'not_found', 'not_found'])
    const { rows } = await pool.query('select from face_templates')
    expect(rows).toEqual([])
  })

  test('that is too slow to analyse is reported, and the others continue', async () => {
    await settle({ svc_id: amina })
    await settle({ svc_id: bosco })
    const refused: NotEnrolled[] = []
    const report = await enrolPhotographs(
      'production',
      [photograph(amina, slow), photograph(bosco, 2)],
      dependenciesOf('m1'),
      { onRefused: (one) => refused.push(one) },
    )
    expect(report).toEqual({ enrolled: 1, refused: 1 })
    expect(refused).toEqual([{ svcId: amina, code: 'overloaded', problems: ['took_too_long'] }])
  })

  test('during an overload is not refused: the enrolment ends and can be called again', async () => {
    await settle({ svc_id: amina })
    const enrolment = enrolPhotographs('production', [photograph(amina, crowded)], dependenciesOf('m1'))
    await expect(enrolment).rejects.toMatchObject({ code: 'overloaded' })
  })

  test('is found by calls of its environment only', async () => {
    await settle({ svc_id: amina }, 'sandbox')
    await settle({ svc_id: bosco }, 'production')
    await enrolPhotographs('sandbox', [photograph(amina, 1)], dependenciesOf('m1'))
    await enrolPhotographs('production', [photograph(bosco, 2)], dependenciesOf('m1'))
    expect((await allOf('sandbox')).firsts).toEqual([1])
    expect((await allOf('production')).firsts).toEqual([2])
  })
})

describe('the selfies on record', () => {
  const withSelfie = async (svcId: string, byte: number, changes: Partial<Citizen> = {}) => {
    await settle({ svc_id: svcId })
    await enrolPhotographs('production', [photograph(svcId, byte)], dependenciesOf('m1'))
    if (Object.keys(changes).length > 0)
      await pool.query('update citizens set certified = $2 where svc_id = $1', [svcId, changes.certified])
  }

  test('are enrolled again with another model, while those of the first remain in use', async () => {
    await withSelfie(amina, 1)
    await withSelfie(bosco, 2)
    expect(await enrolSelfies('production', null, dependenciesOf('m1'))).toEqual({ enrolled: 0, refused: 0 })
    expect(await enrolSelfies('production', null, dependenciesOf('m2'))).toEqual({ enrolled: 2, refused: 0 })
    expect((await allOf('production', 'm1')).firsts).toEqual([1, 2])
    expect((await allOf('production', 'm2')).firsts).toEqual([1, 2])
    expect(await enrolSelfies('production', null, dependenciesOf('m2'))).toEqual({ enrolled: 0, refused: 0 })
  })

  test('of uncertified or unnamed people are not enrolled', async () => {
    await withSelfie(amina, 1, { certified: false })
    await withSelfie(bosco, 2)
    expect(await enrolSelfies('production', [amina], dependenciesOf('m2'))).toEqual({
      enrolled: 0,
      refused: 0,
    })
  })

  test('that were revoked are not enrolled again', async () => {
    await withSelfie(amina, 1)
    expect(await revoke(amina)).toBe(1)
    expect(await enrolSelfies('production', null, dependenciesOf('m1'))).toEqual({ enrolled: 0, refused: 0 })
  })
})

describe('the changes for the search', () => {
  test('are complete and ordered since a version, and empty once caught up', async () => {
    await settle({ svc_id: amina })
    await settle({ svc_id: bosco })
    const source = createTemplateSource(pool, vault, 'm1', 'production')
    const { version } = await allOf('production')
    await enrolPhotographs('production', [photograph(amina, 1)], dependenciesOf('m1'))
    await enrolPhotographs('production', [photograph(bosco, 2)], dependenciesOf('m1'))
    const { found } = await allOf('production')
    await revoke(amina)
    const changed = await source.changesSince(version)
    expect(changed.changes).toEqual([
      { id: found[1]!.id, vector: Float32Array.of(2, 0.5) },
      { id: found[0]!.id, vector: null },
    ])
    expect(changed.version).toBe(version + 3)
    expect(await source.changesSince(changed.version)).toEqual({ version: changed.version, changes: [] })
    expect((await allOf('production')).firsts).toEqual([2])
  })

  test('skip changes of others', async () => {
    await settle({ svc_id: amina }, 'sandbox')
    const source = createTemplateSource(pool, vault, 'm1', 'production')
    const { version } = await allOf('production')
    await enrolPhotographs('sandbox', [photograph(amina, 1)], dependenciesOf('m1'))
    expect(await source.changesSince(version)).toEqual({ version: version + 1, changes: [] })
  })

  test('by number are the current enrolments', async () => {
    await settle({ svc_id: amina })
    await enrolPhotographs('production', [photograph(amina, 1)], dependenciesOf('m1'))
    const { found } = await allOf('production')
    const reads = createTemplateReads(pool, vault, 'm1')
    const numbers = [found[0]!.id, 999_999]
    expect((await reads.byNumber(numbers)).map(({ svcId }) => svcId)).toEqual([amina])
    await revoke(amina)
    expect(await reads.byNumber(numbers)).toEqual([])
  })
})

describe('the acts of an operator', () => {
  const officer: Actor = { kind: 'operator', name: 'amina', roles: ['enrolment_officer'] }
  const auditor: Actor = { kind: 'operator', name: 'jean', roles: ['auditor'] }
  const platform = () => ({
    ...dependenciesOf('m1'),
    registerPool: pool,
    subjectKey: createSecretKey(masterKey),
    registerOutbox: openRegisterOutbox({
      ...{ pool, registerPool: pool, clock, effects: [], rowKey: rowKeyOf(masterKey) },
      onError(error) {
        throw error
      },
    }),
  })
  const actsOn = async (subject?: string) => (await actsOf(pool, subject, 10)).toReversed()
  beforeEach(() => pool.query('truncate acts'))

  test('an enrolment has an entry at its beginning and one at its end', async () => {
    await settle({ svc_id: amina })
    const photographs = [photograph(amina, 7), photograph(bosco, 8)]
    await enrolFaces(officer, { environment: 'production', photographs, source: 'clerk' }, platform())
    const started = { photographs: 2, source: 'clerk', state: 'started' }
    const finished = { photographs: 2, enrolled: 1, refused: 1, state: 'finished' }
    expect(await actsOn('production')).toMatchObject([
      { action: 'faces.enrol', actor: 'amina', after: started },
      { action: 'faces.enrol', actor: 'amina', after: finished },
    ])
  })

  const sourcesOfTemplates = async () =>
    (await pool.query('select svc_id, source from face_templates order by svc_id')).rows

  test('an enrolment records who took the photograph', async () => {
    await settle({ svc_id: amina })
    await settle({ svc_id: bosco })
    const enrol = (of: string, source: 'app' | 'file') =>
      enrolFaces(officer, { environment: 'production', photographs: [photograph(of, 7)], source }, platform())
    await enrol(amina, 'app')
    await enrol(bosco, 'file')
    expect(await sourcesOfTemplates()).toEqual([
      { svc_id: amina, source: 'app' },
      { svc_id: bosco, source: 'file' },
    ])
  })

  test('an installation that refuses files enrols what a clerk took, and nothing of unknown origin', async () => {
    await settle({ svc_id: amina })
    await pool.query("insert into installation_rules values ('face_files_refused', true, now())")
    const enrol = (source: 'clerk' | 'file', photographs = [photograph(amina, 7)]) =>
      enrolFaces(officer, { environment: 'production', photographs, source }, platform())
    await expect(enrol('file')).rejects.toMatchObject({ code: 'face_source_refused' })
    await expect(enrol('file', [])).rejects.toMatchObject({ code: 'face_source_refused' })
    expect(await actsOn()).toEqual([])
    expect(await enrol('clerk')).toEqual({ enrolled: 1, refused: 0 })
    await pool.query('delete from installation_rules')
  })

  test('a revocation is recorded under a pseudonym of the person', async () => {
    await settle({ svc_id: amina })
    await enrolPhotographs('production', [photograph(amina, 7)], dependenciesOf('m1'))
    expect(await revokeFaces(officer, { svc_id: amina }, platform())).toBe(1)
    const acts = await actsOn()
    expect(acts).toMatchObject([{ action: 'faces.revoke', actor: 'amina', after: { revoked: 1 } }])
    expect(JSON.stringify(acts)).not.toContain(amina)
  })

  test('a revocation for a number that no one has fails, and one for a person without faces does not', async () => {
    await settle({ svc_id: amina })
    expect(await revokeFaces(officer, { svc_id: amina }, platform())).toBe(0)
    await pool.query('truncate acts')
    await expect(revokeFaces(officer, { svc_id: 'COD-4040-4040-4040' }, platform())).rejects.toMatchObject({
      code: 'citizen_not_found',
    })
    expect(await actsOn()).toEqual([])
  })

  test('an operator without the role may do neither', async () => {
    const refused = { code: 'not_permitted' }
    await expect(
      enrolFaces(auditor, { environment: 'production', photographs: [], source: 'clerk' }, platform()),
    ).rejects.toMatchObject(refused)
    await expect(revokeFaces(auditor, { svc_id: amina }, platform())).rejects.toMatchObject(refused)
    expect(await actsOn()).toEqual([])
  })
})
