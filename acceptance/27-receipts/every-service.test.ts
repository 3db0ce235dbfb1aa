import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, inject, test } from 'vitest'
import { person } from '../15-aml-screening/screening.ts'
import { image } from '../17-face-recognition/recognition.ts'
import { ask, consentsPath } from '../21-credit-consents/consents.ts'
import { validConsent } from '../22-credit-scoring/credit.ts'
import { get, post } from '../client/call.ts'
import { type Credentials, identityOf } from '../client/credentials.ts'
import { asynchronously, everyItem, finishedBatch, finishedJob, sandboxPerson, until } from '../client/kyc.ts'
import type { Batch, Job, ResultsList } from '../client/shapes.ts'
import { fetchPlainly } from '../client/transport.ts'
import { createApplication } from '../installation/applications.ts'
import { canonical, partsOf, verifyReceipt } from './independent-verifier.ts'

const demo = inject('demo')
const dataDir = inject('dataDir')

type Result = Record<string, unknown> & { id: string; object: string }
type Receipt = { receipt: string }
type Keys = Parameters<typeof verifyReceipt>[1]
type Body = Record<string, unknown>

let application: Credentials
let keys: Keys
const keysOf = async (credentials: Credentials): Promise<Keys> => {
  const { body } = await fetchPlainly(
    `${credentials.base_url}/v1/receipts/jwks.json`,
    identityOf(credentials),
  )
  return JSON.parse(body.toString('utf8')).keys
}
beforeAll(async () => {
  application = await createApplication(dataDir, {
    services: [
      ...['kyc_validation', 'face_recognition', 'credit_scoring', 'aml_screening'],
      ...['fraud_reporting', 'age_verification', 'kyb_verification'],
    ],
    burst: 10_000,
  })
  keys = await keysOf(application)
})

const idsOfModes = async (path: string, item: Body, shared: Body) => {
  const one = { ...shared, ...item }
  const all = { ...shared, items: [{ ...item, reference: 'r0' }] }
  const single = await post<Result>(application, path, one)
  const accepted = await post<Job<Result>>(application, path, one, asynchronously)
  const list = await post<ResultsList<Result>>(application, `${path}/batches`, all)
  const batch = await post<Batch>(application, `${path}/batches`, all, asynchronously)
  const job = await finishedJob<Result>(application, accepted.json.id)
  await finishedBatch(application, batch.json.id)
  const [later] = await everyItem<Result>(application, batch.json.id)
  return [single.json.id, job.result?.id, list.json.data[0]?.result?.id, later?.result?.id].map(String)
}

/** The result and its receipt, in one state: a case can move between two calls. */
const readBoth = async (path: string, id: string, by = application) => {
  const read = async () => (await get<Result>(by, `${path}/${id}`)).json
  const { result, receipt } = await until(
    async () => {
      const before = await read()
      const { json } = await get<Receipt>(by, `${path}/${id}/receipt`)
      return { before, receipt: json.receipt, result: await read() }
    },
    ({ before, result }) => isDeepStrictEqual(before, result),
  )
  return { result, receipt }
}

const openNames = ['iss', 'iat', 'jti', 'livemode', 'service', 'application', 'result_sha256']
const withoutOpen = (claims: Body): Body =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !openNames.includes(name)))

/** The value at a path, alone. What has parts is shown without them. */
const alone = (result: unknown, [name, ...rest]: readonly (string | number)[], path = ''): unknown => {
  if (name === undefined) {
    if (path === '.hits') return []
    return path === '.kyc' || path === '.kyc.basic' ? {} : result
  }
  const inside = alone((result as Body)[name], rest, `${path}.${name}`)
  return typeof name === 'number' ? [inside] : { [name]: inside }
}

/** The receipt has the whole result, each of its parts can be shown alone, and there is no other part. */
const expectProof = async (path: string, id: string) => {
  const { result, receipt } = await readBoth(path, id)
  const { header, claims } = verifyReceipt(receipt, keys)
  expect(header).toMatchObject({ alg: 'EdDSA', typ: 'nani-receipt+sd-jwt' })
  expect(claims).toMatchObject({
    ...{ jti: id, livemode: false, service: result.object, application: application.application_id },
    ...{ iat: Math.floor(Date.parse(String(result.created_at)) / 1000), iss: expect.any(String) },
    result_sha256: createHash('sha256').update(canonical(result)).digest('hex'),
  })
  expect(withoutOpen(claims)).toEqual(withoutOpen(result))
  const { kyc = {}, hits = [] } = result as { kyc?: Body; hits?: unknown[] }
  const names = [
    ...Object.keys(withoutOpen(result)),
    ...Object.keys(kyc).map((block) => `kyc.${block}`),
    ...Object.keys(kyc.basic ?? {}).map((field) => `kyc.basic.${field}`),
    ...hits.map((_, index) => `hits.${index}`),
  ]
  const parts = partsOf(receipt)
  expect(parts.map((part) => part.path.join('.')).sort()).toEqual(names.sort())
  for (const part of parts)
    expect(withoutOpen(verifyReceipt(part.receipt, keys).claims)).toEqual(alone(result, part.path))
  return { result, receipt }
}

const certified = { identifier: sandboxPerson('0001') }
const business = (digits: string) => ({ type: 'rccm', value: `CD/KNG/RCCM/00-B-${digits}` })
const kyc = { purpose: 'customer_onboarding', scopes: [] }
const face = { ...kyc, reason: 'A lost card at the branch of Matonge' }

type Service = { path: string; item: Body; shared: Body }
const services: Record<string, Service> = {
  'KYC Validation': {
    path: '/v1/kyc/validations',
    item: { ...certified, match: { age: 30 } },
    shared: { ...kyc, scopes: ['kyc.languages', 'kyc.parents', 'kyc.addresses'] },
  },
  'Face Recognition': {
    path: '/v1/face/recognitions',
    item: { ...certified, image: image('jean-pierre-today') },
    shared: { ...face, scopes: ['kyc.languages'] },
  },
  'Credit Scoring': {
    path: '/v1/credit/scores',
    item: { identifier: sandboxPerson('0008'), consent: validConsent },
    shared: { purpose: 'credit_assessment', product: 'microcredit' },
  },
  'AML Screening': {
    path: '/v1/aml/screenings',
    item: { subject: person('0009') },
    shared: { purpose: 'regulatory_compliance', scopes: ['kyc.languages'] },
  },
  'Fraud Reporting': {
    path: '/v1/fraud/reports',
    item: { type: 'other', victims: [{ anonymous: true }], description: 'A false receipt was shown.' },
    shared: {},
  },
  'Age Verification': {
    path: '/v1/age/verifications',
    item: certified,
    shared: { purpose: 'age_gating', scopes: ['kyc.languages'] },
  },
  'KYB Verification': {
    path: '/v1/kyb/verifications',
    item: { identifier: business('00001'), include: ['officers', 'beneficial_owners'] },
    shared: { purpose: 'regulatory_compliance' },
  },
}

test.concurrent.each(Object.entries(services))(
  '%s: a result of each mode has a receipt, the same each time',
  async (_name, { path, item, shared }) => {
    for (const id of await idsOfModes(path, item, shared)) {
      const { result, receipt } = await expectProof(path, id)
      const again = await readBoth(path, id)
      if (isDeepStrictEqual(again.result, result)) expect(again.receipt).toBe(receipt)
    }
  },
)

const outcomes: Record<string, { path: string; body: Body }> = {
  'no certified account': {
    path: '/v1/kyc/validations',
    body: { ...kyc, identifier: sandboxPerson('0002') },
  },
  'no identity': { path: '/v1/kyc/validations', body: { ...kyc, identifier: sandboxPerson('0404') } },
  'a face among all': {
    path: '/v1/face/recognitions',
    body: { ...face, image: image('jean-pierre-today'), threshold: 0.9 },
  },
  'a face of someone else': {
    path: '/v1/face/recognitions',
    body: { ...face, ...certified, image: image('beatrice-today') },
  },
  'one bit about an age': {
    path: '/v1/age/verifications',
    body: { ...certified, purpose: 'age_gating', disclosure: 'minimal' },
  },
  'hits of a name': {
    path: '/v1/aml/screenings',
    body: { subject: { full_name: 'Emmanuel Macron' }, purpose: 'regulatory_compliance' },
  },
  'a dissolved business': {
    path: '/v1/kyb/verifications',
    body: { identifier: business('00002'), purpose: 'regulatory_compliance' },
  },
}
test.concurrent.each(Object.entries(outcomes))(
  'a result with %s has a receipt',
  async (_name, { path, body }) => {
    const { status, json } = await post<Result>(application, path, body)
    expect(status).toBe(200)
    await expectProof(path, json.id)
  },
)

test('a request for a consent has a receipt of its present state', async () => {
  const { json } = await ask(application, '0015')

  const { result, receipt } = await readBoth(consentsPath, json.id)

  const { claims } = verifyReceipt(receipt, keys)
  expect(claims).toMatchObject({ jti: json.id, service: 'credit_consent_request', status: 'pending' })
  expect(claims.result_sha256).toBe(createHash('sha256').update(canonical(result)).digest('hex'))
})

test('production has keys of its own, and says that it is production', async () => {
  const { production } = demo
  const body = { ...kyc, identifier: { type: 'svc_id', value: 'COD-9999-9999-9999' } }
  const { json } = await post<Result>(production, '/v1/kyc/validations', body)

  const { receipt } = await readBoth('/v1/kyc/validations', json.id, production)

  const own = await keysOf(production)
  expect(verifyReceipt(receipt, own).claims).toMatchObject({ livemode: true, result: 'not_found' })
  expect(() => verifyReceipt(receipt, keys)).toThrow('the key set has no key')
})
