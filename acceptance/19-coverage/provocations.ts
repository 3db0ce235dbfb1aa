import { randomBytes, randomUUID } from 'node:crypto'
import { identity, recognise } from '../17-face-recognition/recognition.ts'
import { score } from '../22-credit-scoring/credit.ts'
import { type ErrorBody, get, post, send, signedRequest } from '../client/call.ts'
import { type Credentials, type DemoCredentials, identityOf } from '../client/credentials.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  everyItem,
  finishedBatch,
  kycRequest,
  singlePath,
  validate,
} from '../client/kyc.ts'
import type { Batch, KycValidation } from '../client/shapes.ts'
import { fetchPlainly } from '../client/transport.ts'
import { createApplication } from '../installation/applications.ts'
import { facelessPhotograph } from './faceless-photograph.ts'

/** The code of an error, and the status of the response. Null inside a batch. */
export type Reached = { code: string | undefined; status: number | null }
export type Provocation = (demo: DemoCredentials, dataDir: string) => Promise<Reached>

const reached = ({ status, json }: { status: number; json: unknown }): Reached => ({
  code: (json as ErrorBody | undefined)?.error,
  status,
})
const request = (credentials: Credentials, options = {}) =>
  signedRequest(credentials, 'POST', singlePath, kycRequest('0001'), options)
const kyc =
  (digits: string, members = {}): Provocation =>
  async ({ sandbox }) =>
    reached(await validate(sandbox, digits, members))
const reading =
  (path: string): Provocation =>
  async ({ sandbox }) =>
    reached(await get(sandbox, path))
const face =
  (photograph: string, members = {}): Provocation =>
  async ({ sandbox }) =>
    reached(await recognise(sandbox, photograph, { ...identity('0001'), ...members }))
const limited =
  (options: Parameters<typeof createApplication>[1]): Provocation =>
  async (_demo, dataDir) =>
    reached(await validate(await createApplication(dataDir, options), '0001'))

/** The first refusal among concurrent calls. */
const firstRefused = async (answers: Promise<{ status: number; json: unknown }[]>): Promise<Reached> => {
  const all = await answers
  return reached(all.find(({ status }) => status >= 400) ?? all[0]!)
}

const authentication: Record<string, Provocation> = {
  authentication_required: async ({ sandbox }) =>
    reached(await send(sandbox, { ...request(sandbox), headers: {} })),
  invalid_api_key: async ({ sandbox }) => {
    const api_key = `key_test_${randomBytes(12).toString('hex')}`
    return reached(await send(sandbox, request({ ...sandbox, api_key })))
  },
  timestamp_out_of_window: async ({ sandbox }) =>
    reached(await send(sandbox, request(sandbox, { timestamp: '1000000000' }))),
  invalid_signature: async ({ sandbox }) => {
    const secret_key = `sk_test_${randomBytes(32).toString('base64url')}`
    return reached(await send(sandbox, request({ ...sandbox, secret_key })))
  },
  nonce_reused: async ({ sandbox }) => {
    const call = request(sandbox)
    await send(sandbox, call)
    return reached(await send(sandbox, call))
  },
  certificate_required: async ({ production }) =>
    reached(await send(production, request(production), { ca: identityOf(production).ca })),
  certificate_mismatch: async ({ production }, dataDir) => {
    const other = await createApplication(dataDir, { environment: 'production' })
    return reached(await send(production, request(production), identityOf(other)))
  },
}

const access: Record<string, Provocation> = {
  ip_not_allowed: limited({ allowIp: ['203.0.113.0/24'] }),
  production_access_required: limited({ environment: 'production' }),
  service_not_enabled: limited({ services: ['aml_screening'] }),
  purpose_not_approved: kyc('0001', { purpose: 'other' }),
  scope_not_granted: kyc('0001', { scopes: ['kyc.other'] }),
  consent_required: async ({ sandbox }) => reached(await score(sandbox, '0008', { consent: null })),
  file_link_expired: async ({ sandbox }) => {
    const { json } = await validate(sandbox, '0001', { document_delivery: 'signed_url' })
    const url = (json as KycValidation).kyc.biometrics.selfie?.file.url.replace(/expires=\d/, 'expires=9')
    const { status, body } = await fetchPlainly(String(url))
    return reached({ status, json: JSON.parse(body.toString('utf8')) })
  },
}

const bodies: Record<string, Provocation> = {
  malformed_body: async ({ sandbox }) =>
    reached(await post(sandbox, singlePath, null, { plaintext: Buffer.from('[]') })),
  decryption_failed: async ({ sandbox }) => {
    const encryptionKey = `pek_test_${randomBytes(32).toString('base64url')}`
    return reached(await post(sandbox, singlePath, kycRequest('0001'), { encryptionKey }))
  },
  payload_too_large: async ({ sandbox }) =>
    reached(await post(sandbox, singlePath, null, { rawBody: Buffer.alloc(16 * 1024 * 1024 + 1, 0x20) })),
  invalid_request: kyc('0001', { purpose: 7 }),
  invalid_identifier: kyc('0001', { identifier: { type: 'svc_id', value: 'nonsense' } }),
  unsupported_identifier_type: kyc('0001', { identifier: { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' } }),
  idempotency_key_reused: async ({ sandbox }) => {
    const options = { idempotencyKey: randomUUID() }
    await validate(sandbox, '0001', {}, options)
    return reached(await validate(sandbox, '0002', {}, options))
  },
  idempotency_in_progress: async ({ sandbox }) => {
    // A comparison of faces takes long enough for the others to arrive.
    const options = { idempotencyKey: randomUUID() }
    const calls = Array.from({ length: 4 }, () =>
      recognise<ErrorBody>(sandbox, 'jean-pierre-today', identity('0001'), options),
    )
    return firstRefused(Promise.all(calls))
  },
  not_found: reading('/v1/nowhere'),
  method_not_allowed: reading(singlePath),
}

const images: Record<string, Provocation> = {
  image_quality_insufficient: face('jean-pierre-today', {
    image: { data: Buffer.from('ffd8ffe000104a464946', 'hex').toString('base64') },
  }),
  no_face_detected: face('jean-pierre-today', { image: { data: facelessPhotograph().toString('base64') } }),
  multiple_faces_detected: face('two-people'),
  liveness_failed: face('photo-of-a-screen'),
  image_unreachable: face('jean-pierre-today', { image: { url: 'https://127.0.0.1/a.jpg' } }),
}

const accept = (credentials: Credentials, count: number) =>
  post<Batch>(credentials, batchPath, batchRequest(batchItems(count)), asynchronously)
const cancel = (credentials: Credentials, { json }: { json: Batch }) =>
  send<ErrorBody>(credentials, signedRequest(credentials, 'POST', `/v1/batches/${json.id}/cancel`))

const work: Record<string, Provocation> = {
  job_not_found: reading('/v1/jobs/job_none'),
  batch_not_found: reading('/v1/batches/bat_none'),
  batch_too_large: async ({ sandbox }) =>
    reached(await post(sandbox, batchPath, batchRequest(batchItems(51)))),
  batch_cancelled: async ({ sandbox }) => {
    const batch = await accept(sandbox, 5_000)
    await cancel(sandbox, batch)
    await finishedBatch(sandbox, batch.json.id)
    const items = await everyItem(sandbox, batch.json.id)
    return { code: items.findLast(({ error }) => error)?.error?.code, status: null }
  },
  batch_not_cancellable: async ({ sandbox }) => {
    const batch = await accept(sandbox, 1)
    await finishedBatch(sandbox, batch.json.id)
    return reached(await cancel(sandbox, batch))
  },
}

const limits: Record<string, Provocation> = {
  rate_limited: async (_demo, dataDir) => {
    const application = await createApplication(dataDir, { burst: 1 })
    return firstRefused(Promise.all(Array.from({ length: 12 }, () => validate(application, '0001'))))
  },
  quota_exceeded: async (_demo, dataDir) => {
    const application = await createApplication(dataDir, { quota: ['kyc_validation=1/day'] })
    await validate(application, '0001')
    return reached(await validate(application, '0001'))
  },
  batch_quota_exceeded: async (_demo, dataDir) => {
    const application = await createApplication(dataDir, { batchQuota: 1 })
    return reached(await post(application, batchPath, batchRequest(batchItems(2))))
  },
  internal_error: kyc('0500'),
  register_unavailable: kyc('0502'),
}

/** One call for each error code that it must answer. */
export const provocations: Record<string, Provocation> = {
  ...authentication,
  ...access,
  ...bodies,
  ...images,
  ...work,
  ...limits,
}
