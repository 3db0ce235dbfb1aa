import { createSecretKey } from 'node:crypto'
import { faceRecognitionRequest } from '@nani/contract'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
import { testApplication } from '../../testing/application.ts'
import { testCitizen, testRegister } from '../../testing/citizen.ts'
import { type Modes, startModes } from '../../testing/modes.ts'
import { listReasons } from './reason-report.ts'
import { createFaceRecognition } from './service.ts'
import { photographOf, testFaces } from './testing/faces.ts'

const amina = 'COD-1111-0000-0001'
const uncertified = 'COD-2222-0000-0001'
const faceless = 'COD-3333-0000-0001'
const svcId = (value: string) => ({ identifier: { type: 'svc_id', value } })
const { sources, steps } = testFaces({ [amina]: 'amina', [uncertified]: 'chantal' })
const reasons = {
  vault: createVault(Buffer.alloc(32), 'face-reasons', systemRandom()),
  markKey: createSecretKey(Buffer.alloc(32)),
}
let modes: Modes

beforeAll(async () => {
  const register = testRegister(
    [
      testCitizen({ svc_id: amina }),
      testCitizen({ svc_id: uncertified, certified: false }),
      testCitizen({ svc_id: faceless }),
    ],
    () => {},
  )
  const fetchImage = async () => Buffer.from('photograph amina')
  modes = await startModes({
    service: (pool) =>
      createFaceRecognition({
        register,
        sources,
        fetchImage,
        pool,
        reasons,
        maxOfOneApplication: 100,
        requireModels: async () => {},
      }),
  })
})
afterAll(() => modes.stop())

const newApplication = () => modes.admitApplication(testApplication())
const recognise = (application: Application, face: string, more: object) => {
  const reason = 'Withdrawal at the counter, ticket 4711'
  const body = { image: { data: photographOf(face) }, reason, purpose: 'customer_onboarding', ...more }
  return modes.call(application, { target: '/v1/face/recognitions', body })
}

describe('a verification', () => {
  test.each([
    ['a person who is compared', amina, 0.1],
    ['an account that is not certified', uncertified, null],
    ['an identifier without a citizen', 'COD-9999-0000-0404', null],
    ['a certified person without an enrolled face', faceless, null],
  ])('without a match has the same steps for %s', async (_what, value, similarity) => {
    steps.length = 0
    const { json } = await recognise(newApplication(), 'bosco', svcId(value))
    expect(json).toMatchObject({ result: 'no_match', similarity })
    expect(steps).toEqual(['analyse', 'read templates', 'compare'])
  })

  test.each(['---', ' \u200b ', '…!?'])(
    'with the reason %j is refused, and its schema has no pattern',
    async (reason) => {
      const { json } = await recognise(newApplication(), 'amina', { ...svcId(amina), reason })
      expect(json).toMatchObject({ error: 'invalid_request', field: 'reason' })
      expect(JSON.stringify(faceRecognitionRequest.properties.reason)).not.toContain('pattern')
      expect(JSON.stringify(faceRecognitionRequest.properties.reason)).toContain('one letter or digit')
    },
  )

  test('with a reason in any script is accepted', async () => {
    for (const reason of ['سحب ٤٧١١', '取款', '4711'])
      expect((await recognise(newApplication(), 'amina', { ...svcId(amina), reason })).status).toBe(200)
  })
})

describe('the member or the system that triggered a check', () => {
  const member = { type: 'member', id: 'teller-17' }
  /** The newest one that is stored, and what the caller got. */
  const check = async (application: Application, face: string, more: object) => {
    modes.clock.advance(1)
    const { status, text, json } = await recognise(application, face, { ...svcId(amina), ...more })
    const window = { from: new Date(0), until: new Date(modes.clock.now() + 1) }
    const { applicationId } = application
    const [newest] = await listReasons(modes.database.pool, { ...window, applicationId }, reasons)
    return { status, text, field: json.field, stored: newest?.triggeredBy }
  }

  test('is stored with the reason, encrypted, and in no answer', async () => {
    const application = newApplication()
    for (const [face, status] of [
      ['amina', 200],
      ['no_face_detected', 422],
    ] as const) {
      const checked = await check(application, face, { triggered_by: member })
      expect(checked).toMatchObject({ status, stored: member })
      expect(checked.text).not.toContain(member.id)
    }
    const { rows } = await modes.database.pool.query<{ row: string }>(
      'select face_reasons::text as row from face_reasons',
    )
    const stored = rows.map(({ row }) => row).join()
    expect(
      [member.id, Buffer.from(member.id).toString('hex')].filter((text) => stored.includes(text)),
    ).toEqual([])
  })

  test('is a system without an id where the call names none, and in rows of an earlier release', async () => {
    const application = newApplication()
    const unnamed = { type: 'system', id: null }
    expect(await check(application, 'amina', {})).toMatchObject({ status: 200, stored: unnamed })
    expect(await check(application, 'amina', { triggered_by: null })).toMatchObject({ stored: unnamed })
    await modes.database.pool.query('update face_reasons set sealed_trigger = null')
    const window = { from: new Date(0), until: new Date(modes.clock.now() + 1) }
    const { applicationId } = application
    const listed = await listReasons(modes.database.pool, { ...window, applicationId }, reasons)
    expect(listed.map(({ triggeredBy }) => triggeredBy)).toEqual([unnamed, unnamed])
  })

  test.each([
    [{ type: 'robot', id: '7' }, 'triggered_by.type'],
    [{ type: 'member' }, 'triggered_by.id'],
    [{ type: 'system', id: 'x'.repeat(101) }, 'triggered_by.id'],
  ])('is refused as %j', async (triggered_by, field) => {
    expect(await check(newApplication(), 'amina', { triggered_by })).toMatchObject({ status: 400, field })
  })
})

describe('the calibration in force', () => {
  const { scale } = sources
  beforeEach(() => {
    sources.scale = () => ({ calibrationId: 'cal_strict', similarityOf: (cosine) => cosine - 0.1 })
  })
  afterEach(() => {
    sources.scale = scale
  })
  const namedIn = async ({ applicationId }: Application) => {
    const { rows } = await modes.database.pool.query(
      'select mode, calibration_id from face_reasons where application_id = $1 order by mode',
      [applicationId],
    )
    return rows
  }

  test('gives the similarity of both modes, and is named in the audit', async () => {
    const application = newApplication()
    const verified = await recognise(application, 'amina', svcId(amina))
    expect(verified.json).toMatchObject({ result: 'match', similarity: 0.87 })
    const identified = await recognise(application, 'amina', { threshold: 0.9 })
    expect(identified.json).toMatchObject({ result: 'no_match', similarity: null })
    expect(await namedIn(application)).toEqual([
      { mode: 'identification', calibration_id: 'cal_strict' },
      { mode: 'verification', calibration_id: 'cal_strict' },
    ])
  })

  test('is not named for an image that was refused', async () => {
    const application = newApplication()
    await recognise(application, 'no_face_detected', svcId(amina))
    expect(await namedIn(application)).toEqual([{ mode: 'verification', calibration_id: null }])
  })
})
