import { createSecretKey } from 'node:crypto'
import { faceRecognition } from '@nani/contract'
import { Refusal, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '../../gateway/gateway/index.ts'
import { testApplication } from '../../testing/application.ts'
import { testCitizen, testRegister } from '../../testing/citizen.ts'
import { type Modes, startModes } from '../../testing/modes.ts'
import { listReasons } from './reason-report.ts'
import { createFaceRecognition } from './service.ts'
import { photographOf, testFaces } from './testing/faces.ts'

const path = '/v1/face/recognitions'
const amina = 'COD-1111-0000-0001'
const bosco = 'COD-1111-0000-0002'
const uncertified = 'COD-2222-0000-0001'
const faceless = 'COD-3333-0000-0001'
const unreachable = 'COD-5555-0000-0502'
const svcId = (value: string) => ({ identifier: { type: 'svc_id', value } })

const enrolled = { [amina]: 'amina', [bosco]: 'bosco', [uncertified]: 'chantal' }
const likeness = {
  'near_amina amina': 0.85,
  'far_amina amina': 0.84999,
  'twin amina': 0.95,
  'twin bosco': 0.9,
  'chantals_sister chantal': 0.95,
  'chantals_sister amina': 0.9,
}
const secrets = {
  vault: createVault(Buffer.alloc(32), 'face-reasons', systemRandom()),
  markKey: createSecretKey(Buffer.alloc(32)),
}
const { sources, analysed } = testFaces(enrolled, likeness)
const fetched: string[] = []
let modes: Modes

beforeAll(async () => {
  const register = testRegister(
    [
      testCitizen({ svc_id: amina }),
      testCitizen({ svc_id: bosco }),
      testCitizen({ svc_id: uncertified, certified: false }),
      testCitizen({ svc_id: faceless }),
    ],
    (value) => {
      if (value === unreachable) throw new Refusal('register_unavailable')
    },
  )
  const fetchImage = async (url: string) => {
    fetched.push(url)
    if (url.includes('gone'))
      throw new Refusal('image_unreachable', { field: 'image.url', reason: 'timeout' })
    return Buffer.from('photograph amina')
  }
  modes = await startModes({
    service: (pool) =>
      createFaceRecognition({
        register,
        sources,
        ...{ fetchImage, pool, requireModels: async () => {} },
        reasons: secrets,
        maxOfOneApplication: 100,
      }),
  })
})
afterAll(() => modes.stop())
beforeEach(() => {
  analysed.length = 0
})

const newApplication = (changes: Partial<Application> = {}) =>
  modes.admitApplication(testApplication(changes))
const bodyOf = (face: string, more = {}) => ({
  image: { data: photographOf(face) },
  reason: 'Withdrawal at the counter, ticket 4711',
  purpose: 'customer_onboarding',
  ...more,
})
const recognise = (application: Application, face: string, more = {}, options = {}) =>
  modes.call(application, { target: path, body: bodyOf(face, more), ...options })
const reasonsOf = ({ applicationId }: Application) =>
  listReasons(
    modes.database.pool,
    { from: new Date(0), until: new Date(modes.clock.now() + 1), applicationId },
    secrets,
  )
const codeOf = (work: () => unknown): string | null => {
  try {
    work()
    return null
  } catch (error) {
    return (error as Refusal).code
  }
}
const shape = Compile(faceRecognition)

describe('a verification', () => {
  test('of the right person is a match with the identity', async () => {
    const { json, status } = await recognise(newApplication(), 'amina', { ...svcId(amina), reference: 'r-1' })
    expect(status).toBe(200)
    expect(shape.Errors(json)).toEqual([])
    expect(json).toMatchObject({
      object: 'face_recognition',
      mode: 'verification',
      result: 'match',
      similarity: 0.97,
      threshold: 0.85,
      liveness: { checked: true, passed: true, score: 0.9877 },
      ...svcId(amina),
      reason: 'Withdrawal at the counter, ticket 4711',
      reference: 'r-1',
      account: { svc_id: amina, certified: true },
    })
    expect(json.id).toMatch(/^face_/)
    expect(json.kyc).toHaveProperty('basic')
  })

  test('of another person is no match, and discloses neither person', async () => {
    const { json } = await recognise(newApplication(), 'bosco', svcId(amina))
    expect(shape.Errors(json)).toEqual([])
    expect(json).toMatchObject({
      result: 'no_match',
      similarity: 0.1,
      scopes_applied: [],
      scopes_withheld: [],
    })
    expect(json).not.toHaveProperty('account')
    expect(json).not.toHaveProperty('kyc')
  })

  test.each([
    ['an account that is not certified', uncertified],
    ['an identifier without a citizen', 'COD-9999-0000-0404'],
    ['a certified person without an enrolled face', faceless],
  ])('of %s is no match, without a comparison', async (_what, value) => {
    const { json, status } = await recognise(newApplication(), 'chantal', svcId(value))
    expect(status).toBe(200)
    expect(json).toMatchObject({ result: 'no_match', similarity: null, scopes_applied: [] })
    expect(json).not.toHaveProperty('account')
  })

  test('matches from the threshold on, and never returns a similarity that contradicts its result', async () => {
    const application = newApplication()
    const at = await recognise(application, 'near_amina', { ...svcId(amina), threshold: 0.85 })
    expect(at.json).toMatchObject({ result: 'match', similarity: 0.85 })
    const below = await recognise(application, 'far_amina', { ...svcId(amina), threshold: 0.85 })
    expect(below.json).toMatchObject({ result: 'no_match', similarity: 0.8499 })
  })

  test('returns the requested scopes, and those without data', async () => {
    const { json } = await recognise(newApplication(), 'amina', { ...svcId(amina), scopes: ['kyc.parents'] })
    expect(json).toMatchObject({ scopes_applied: ['kyc.basic', 'kyc.parents'] })
    expect(Object.keys(json.kyc as object)).toEqual(['basic', 'parents'])
  })
})

describe('an identification', () => {
  test('returns the person who is clearly the most similar', async () => {
    const { json } = await recognise(newApplication(), 'bosco', { scopes: [] })
    expect(shape.Errors(json)).toEqual([])
    expect(json).toMatchObject({
      mode: 'identification',
      result: 'match',
      similarity: 0.97,
      account: { svc_id: bosco },
    })
    expect(json).not.toHaveProperty('identifier')
  })

  test('discloses no candidate without a match, with or without a near candidate', async () => {
    const application = newApplication()
    const answers = []
    for (const face of ['nobody', 'far_amina', 'twin']) {
      const { json } = await recognise(application, face)
      const { id: _id, created_at: _at, ...others } = json
      answers.push(others)
    }
    expect(answers[0]).toMatchObject({ result: 'no_match', similarity: null })
    expect(answers[1]).toEqual(answers[0])
    // Two people are similar enough, and neither has the required lead.
    expect(answers[2]).toEqual(answers[0])
  })

  test('never returns an uncertified person, and never lets one prevent another match', async () => {
    const application = newApplication()
    expect((await recognise(application, 'chantal')).json).toMatchObject({ result: 'no_match' })
    expect((await recognise(application, 'chantals_sister')).json).toMatchObject({
      result: 'match',
      account: { svc_id: amina },
    })
  })

  test('applies and returns the requested threshold', async () => {
    for (const threshold of [0, 0.5, 1]) {
      const { json } = await recognise(newApplication(), 'chantals_sister', { threshold })
      expect(json).toMatchObject({ threshold, similarity: threshold === 1 ? null : expect.any(Number) })
    }
  })
})

describe('a request', () => {
  test.each([
    ['no reason', { reason: undefined }, 'reason'],
    ['a null reason', { reason: null }, 'reason'],
    ['a reason of invisible characters', { reason: ' \n\u200b\u0000' }, 'reason'],
    ['a reason of 501 characters', { reason: 'a'.repeat(501) }, 'reason'],
    ['no image', { image: undefined }, 'image'],
    ['an empty image', { image: {} }, 'image'],
    ['an image that is both data and url', { image: { data: 'AAAA', url: 'https://a.cd/b' } }, 'image'],
    ['an image that is no address', { image: { url: 'not an address' } }, 'image.url'],
    ['an address of a file', { image: { url: 'file:///etc/passwd' } }, 'image.url'],
    ['data of the wrong length', { image: { data: 'AAA' } }, 'image.data'],
    ['data that is no base64', { image: { data: '!!!!' } }, 'image.data'],
    ['data in the alphabet of addresses', { image: { data: 'AA-_' } }, 'image.data'],
    ['data whose last bits stand for nothing', { image: { data: 'AAB=' } }, 'image.data'],
    ['base64 of something else', { image: { data: 'AAAA' } }, 'image'],
    ['a threshold above 1', { threshold: 1.01 }, 'threshold'],
    ['a threshold that is text', { threshold: '0.9' }, 'threshold'],
    ['an unknown liveness', { liveness: 'active' }, 'liveness'],
  ])('with %s is invalid, and names the field', async (_what, changes, field) => {
    const { status, json } = await recognise(newApplication(), 'amina', changes)
    expect({ status, error: json.error, field: json.field }).toEqual({
      status: 400,
      error: 'invalid_request',
      field,
    })
  })

  test('with a reason of 500 characters is accepted, and the reason is returned and stored unchanged', async () => {
    const application = newApplication()
    const reason = ` é\tقبض\u{1F600}${'x'.repeat(493)}`
    expect([...reason]).toHaveLength(500)
    const { json, status, text } = await recognise(application, 'amina', { ...svcId(amina), reason })
    expect(status, text).toBe(200)
    expect(json.reason).toBe(reason)
    expect((await reasonsOf(application)).map((entry) => entry.reason)).toEqual([reason])
  })

  test('with a URL has the photograph fetched', async () => {
    const image = { url: 'https://files.example.cd/selfie.jpg' }
    const { json } = await recognise(newApplication(), '', { image, ...svcId(amina) })
    expect(json).toMatchObject({ result: 'match' })
    expect(fetched).toContain(image.url)
  })

  test('handles business identifiers as such', async () => {
    const identifier = { type: 'rccm', value: 'CD/KNG/RCCM/14-B-01234' }
    const { json } = await recognise(newApplication(), 'amina', { identifier })
    expect(json.error).toBe('unsupported_identifier_type')
  })
})

describe('an image that cannot be used', () => {
  test.each(['image_quality_insufficient', 'no_face_detected', 'multiple_faces_detected'])(
    'answers %s, and nothing is billed, counted or kept',
    async (code) => {
      const application = newApplication()
      const { status, json } = await recognise(application, code, svcId(amina))
      expect({ status, error: json.error }).toEqual({ status: 422, error: code })
      for (const table of ['call_charges', 'usage_counters', 'results'])
        expect(await modes.count(table, application), table).toBe(0)
    },
  )

  test('without a live person returns liveness_failed, without a comparison', async () => {
    const { status, json } = await recognise(newApplication(), 'screen', svcId(amina))
    expect({ status, error: json.error }).toEqual({ status: 422, error: 'liveness_failed' })
  })

  test('at a URL without an image returns image_unreachable', async () => {
    const image = { url: 'https://files.example.cd/gone.jpg' }
    const { status, json } = await recognise(newApplication(), '', { image })
    expect({ status, error: json.error }).toEqual({ status: 422, error: 'image_unreachable' })
  })

  test('stores its reason with the code for the auditor', async () => {
    const application = newApplication()
    await recognise(application, 'no_face_detected', { reason: 'Opening of account 7' })
    expect(await reasonsOf(application)).toMatchObject([
      { reason: 'Opening of account 7', outcome: 'no_face_detected', mode: 'identification' },
    ])
  })
})

describe('liveness none', () => {
  const omitted = { liveness: 'none', ...svcId(amina) }

  test('is not checked, and the response states it', async () => {
    const { json } = await recognise(newApplication(), 'amina', omitted)
    expect(json).toMatchObject({ liveness: { checked: false, passed: null, score: null }, result: 'match' })
    expect(analysed).toEqual([{ face: 'amina', liveness: 'none' }])
  })

  test.each([
    ['production', false, 'passive', null],
    ['production', true, 'none', null],
    ['sandbox', false, 'none', null],
    ['production', false, 'none', 'production_access_required'],
  ] as const)('in %s, allowed: %s, asked: %s', (environment, mayOmitLiveness, liveness, code) => {
    const settings = { may_omit_liveness: mayOmitLiveness }
    const request = bodyOf('amina', { liveness })
    expect(codeOf(() => modes.service.checkPermission?.({ request, environment, settings }))).toBe(code)
  })
})

describe('the reason', () => {
  test('is in the audit with the caller, source, mode and outcome', async () => {
    const application = newApplication()
    const { json } = await recognise(application, 'amina', {
      ...svcId(amina),
      reason: 'Loan 9, officer Kanku',
    })
    const [entry] = await reasonsOf(application)
    expect(entry).toMatchObject({
      entryId: json.id,
      apiKey: application.apiKey,
      clientAddress: '127.0.0.1',
      mode: 'verification',
      outcome: 'match',
      reason: 'Loan 9, officer Kanku',
    })
    expect(await modes.count('audit_entries', application, `result_id = '${json.id}'`)).toBe(1)
  })

  test('is encrypted everywhere in the database', async () => {
    const application = newApplication()
    await recognise(application, 'amina', { ...svcId(amina), reason: 'Ngaliema ward nine' })
    const { rows } = await modes.database.pool.query<{ row: string }>(
      'select face_reasons::text as row from face_reasons where application_id = $1',
      [application.applicationId],
    )
    expect(rows).toHaveLength(1)
    expect(Buffer.from(rows[0]!.row, 'utf8').includes('Ngaliema')).toBe(false)
    expect(rows[0]!.row).not.toContain(Buffer.from('Ngaliema').toString('hex'))
  })
})

describe('the other modes', () => {
  test('a job returns its recognition, and deletes the photograph', async () => {
    const application = newApplication()
    const accepted = await recognise(application, 'amina', svcId(amina), { prefer: 'respond-async' })
    expect(accepted.status).toBe(202)
    await modes.runJobs()
    const { json } = await modes.get(application, `/v1/jobs/${accepted.json.id}`)
    expect(json).toMatchObject({ status: 'completed', result: { result: 'match' } })
    expect(await modes.count('jobs', application, 'sealed_request is not null')).toBe(0)
    expect(await modes.count('events', application, `type = 'face_recognition.completed'`)).toBe(1)
  })

  test('a job with a refused image fails with its code', async () => {
    const application = newApplication()
    const accepted = await recognise(application, 'screen', {}, { prefer: 'respond-async' })
    await modes.runJobs()
    const { json } = await modes.get(application, `/v1/jobs/${accepted.json.id}`)
    expect(json).toMatchObject({ status: 'failed', error: { error: 'liveness_failed' } })
  })

  test('a batch has its fields once, an item can override them, and items fail separately', async () => {
    const application = newApplication()
    const image = (face: string) => ({ data: photographOf(face) })
    const { json, status } = await modes.call(application, {
      target: `${path}/batches`,
      body: {
        purpose: 'customer_onboarding',
        reason: 'Enrolment day at Bukavu',
        liveness: 'none',
        scopes: [],
        items: [
          { reference: 'a', image: image('amina'), ...svcId(amina) },
          { reference: 'b', image: image('multiple_faces_detected') },
          { reference: 'c', image: image('bosco'), reason: 'Of his own', liveness: 'passive' },
        ],
      },
    })
    expect(status).toBe(200)
    expect(json.data).toMatchObject([
      { reference: 'a', status: 'succeeded', result: { result: 'match', mode: 'verification' } },
      { reference: 'b', status: 'failed', error: { code: 'multiple_faces_detected' } },
      { reference: 'c', status: 'succeeded', result: { mode: 'identification', reason: 'Of his own' } },
    ])
    expect(analysed.map(({ liveness }) => liveness).sort()).toEqual(['none', 'none', 'passive'])
    expect((await reasonsOf(application)).map(({ reason }) => reason).sort()).toEqual([
      'Enrolment day at Bukavu',
      'Enrolment day at Bukavu',
      'Of his own',
    ])
    expect(await modes.count('call_charges', application, "item = 'face_identification'")).toBe(1)
  })

  test('only its application can read a recognition again', async () => {
    const application = newApplication()
    const { json } = await recognise(application, 'amina', svcId(amina))
    expect((await modes.get(application, `${path}/${json.id}`)).json).toEqual(json)
    expect((await modes.get(newApplication(), `${path}/${json.id}`)).status).toBe(404)
  })
})
