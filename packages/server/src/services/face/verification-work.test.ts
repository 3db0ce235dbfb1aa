import { createSecretKey } from 'node:crypto'
import { faceRecognitionRequest } from '@nani/contract'
import { systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
import { testApplication } from '../../testing/application.ts'
import { testCitizen, testRegister } from '../../testing/citizen.ts'
import { type Modes, startModes } from '../../testing/modes.ts'
import { createFaceRecognition } from './service.ts'
import { photographOf, testFaces } from './testing/faces.ts'

const amina = 'COD-1111-0000-0001'
const uncertified = 'COD-2222-0000-0001'
const faceless = 'COD-3333-0000-0001'
const svcId = (value: string) => ({ identifier: { type: 'svc_id', value } })
const { sources, steps } = testFaces({ [amina]: 'amina', [uncertified]: 'chantal' })
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
  const reasons = {
    vault: createVault(Buffer.alloc(32), 'face-reasons', systemRandom()),
    markKey: createSecretKey(Buffer.alloc(32)),
  }
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
