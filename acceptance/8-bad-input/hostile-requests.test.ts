import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, expect, inject, test } from 'vitest'
import {
  type CallOptions,
  type ErrorBody,
  readAnswer,
  type SignedRequest,
  signedRequest,
} from '../client/call.ts'
import { errorStatus } from '../client/catalogue.ts'
import type { Credentials } from '../client/credentials.ts'
import { batchPath, finishedJob, singlePath, validate } from '../client/kyc.ts'
import { exchange, type WireRequest } from '../client/transport.ts'
import { createApplication } from '../installation/applications.ts'
import { callsUsed } from '../installation/usage.ts'
import { batchBody, headerValue, hostileText, kycBody, plausibleHeader, target } from './hostile-values.ts'

const dataDir = inject('dataDir')
/** With five requests in each, and the replays, more than 2,000. Each run has other ones. */
const rounds = 450
const atOnce = 5
const answerWithinMs = 10_000

/** The request, whether its signature is valid, and its name (a replay is sent twice). */
type Hostile = { what: string; request: SignedRequest; verified: boolean; times?: number }

let application: Credentials
beforeAll(async () => {
  application = await createApplication(dataDir, { burst: 100_000, quota: ['kyc_validation=1000000/month'] })
})

const signed = (method: string, path: string, body?: unknown, options?: CallOptions) =>
  signedRequest(application, method, path, body, options)

const escaped = (value: unknown) => Buffer.from(JSON.stringify(value))

const hostile: fc.Arbitrary<() => Hostile> = fc.oneof(
  kycBody.map((body) => () => ({
    what: 'values',
    request: signed('POST', singlePath, body),
    verified: true,
  })),
  fc
    .tuple(kycBody, fc.constantFrom('respond-async', 'respond-async, wait=1', 'wait=x'))
    .map(([body, prefer]) => () => ({
      what: 'values, asynchronous',
      request: signed('POST', singlePath, body, { prefer }),
      verified: true,
    })),
  batchBody.map((body) => () => ({
    what: 'batch values',
    request: signed('POST', batchPath, body),
    verified: true,
  })),
  fc.tuple(hostileText, fc.constantFrom(singlePath, batchPath)).map(([plaintext, path]) => () => ({
    what: 'plaintext',
    request: signed('POST', path, undefined, { plaintext }),
    verified: true,
  })),
  hostileText.map((rawBody) => () => ({
    what: 'wire body',
    request: signed('POST', singlePath, undefined, { rawBody }),
    verified: true,
  })),
  fc.tuple(fc.jsonValue(), fc.jsonValue()).map(([payload, other]) => () => ({
    what: 'wrapper',
    request: signed('POST', singlePath, undefined, { rawBody: escaped({ payload, other }) }),
    verified: true,
  })),
  fc.tuple(kycBody, fc.uint8Array({ minLength: 1, maxLength: 64 })).map(([body, iv]) => () => ({
    what: 'IV size',
    request: signed('POST', singlePath, body, { iv }),
    verified: true,
  })),
  fc
    .tuple(
      fc.constantFrom('X-SVC-Key-Id', 'X-SVC-Timestamp', 'X-SVC-Nonce', 'X-SVC-IV', 'X-SVC-Signature'),
      fc.oneof(headerValue, plausibleHeader, plausibleHeader),
    )
    .map(([name, value]) => () => {
      const request = signed('POST', singlePath, { purpose: 'age_gating' })
      request.headers[name] = value
      return { what: `header ${name}`, request, verified: false }
    }),
  fc.tuple(kycBody, fc.stringMatching(/^key_(test|live)_[0-9A-Za-z]{1,40}$/)).map(([body, key]) => () => {
    const request = signed('POST', singlePath, body)
    request.headers['X-SVC-Key-Id'] = key
    return { what: 'unknown key', request, verified: false }
  }),
  fc
    .tuple(
      fc.constantFrom('X-SVC-Key-Id', 'X-SVC-Nonce', 'X-SVC-Signature', 'Idempotency-Key', 'Prefer'),
      fc.nat(3),
    )
    .map(([name, more]) => () => {
      const request = signed(
        'POST',
        singlePath,
        { purpose: 'age_gating' },
        { idempotencyKey: randomUUID(), prefer: 'x' },
      )
      request.headers[name] = Array.from({ length: more + 2 }, () => String(request.headers[name]))
      return { what: `repeated ${name}`, request, verified: false }
    }),
  fc.tuple(kycBody, headerValue, headerValue).map(([body, idempotencyKey, prefer]) => () => ({
    what: 'Idempotency-Key and Prefer',
    request: signed('POST', singlePath, body, {
      idempotencyKey: idempotencyKey.trim(),
      prefer: prefer.trim(),
    }),
    verified: true,
  })),
  fc
    .tuple(
      fc.constantFrom(
        'Content-Type',
        'Content-Encoding',
        'Accept',
        'Expect',
        'X-Forwarded-For',
        'Client-Cert',
        'Cookie',
      ),
      headerValue,
    )
    .map(([name, value]) => () => ({
      what: `unsigned ${name}`,
      request: signed('POST', singlePath, { purpose: 'age_gating' }, { headers: { [name]: value } }),
      verified: true,
    })),
  fc.tuple(target, fc.constantFrom('GET', 'POST')).map(([path, method]) => () => ({
    what: `target ${path}`,
    request: signed(method, path),
    verified: true,
  })),
  fc
    .tuple(
      target,
      fc.constantFrom('PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND', 'TRACE', 'REPORT'),
    )
    .map(([path, method]) => () => ({
      what: `method ${method}`,
      request: signed(method, path),
      verified: true,
    })),
  fc.tuple(kycBody, fc.integer({ min: 2, max: 4 })).map(([body, times]) => () => ({
    what: 'replayed',
    request: signed('POST', singlePath, body),
    verified: true,
    times,
  })),
  fc
    .tuple(kycBody, fc.integer({ min: 310, max: 2 ** 31 }), fc.constantFrom(-1, 1))
    .map(([body, offset, sign]) => () => ({
      what: 'stale',
      request: signed('POST', singlePath, body, {
        timestamp: String(Math.floor(Date.now() / 1000) + sign * offset),
      }),
      verified: false,
    })),
)

let sent = 0
let performed = 0
const jobs: string[] = []
const seen = new Map<string, number>()
/** The first offence of each kind, so that one run reports all kinds. */
const offences = new Map<string, string>()

const answerTo = async ({ what, request, verified }: Hostile): Promise<void> => {
  const offend = (offence: string) => {
    const headers = JSON.stringify(request.headers)
    const described = `${request.method} ${request.target} ${headers} ${request.body?.toString().slice(0, 300)}`
    const kind = `${what.split(' /')[0]}: ${offence}`
    if (!offences.has(kind)) offences.set(kind, described.slice(0, 2000))
  }
  sent++
  const answer = await exchange({ baseUrl: application.base_url, timeoutMs: answerWithinMs }, request).catch(
    (error: Error) => error,
  )
  if (answer instanceof Error) return offend(answer.message)
  if (answer.status < 200 || answer.status >= 500) offend(`status ${answer.status}`)
  if (!answer.headers['x-request-id']) offend(`${answer.status} without X-Request-Id`)
  if (request.method === 'HEAD') return
  const { json, encrypted } = readAnswer<Told>(answer, application, request.nonce)
  const outcome = String(json?.error ?? answer.status)
  seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
  if (answer.status >= 400 && errorStatus[json?.error ?? ''] !== answer.status)
    offend(`${answer.status} ${outcome}`)
  if (answer.status >= 400 && !json?.message) offend(`${outcome} without a message`)
  if (answer.status >= 400 && json?.request_id !== answer.headers['x-request-id'])
    offend(`${outcome}: request_id`)
  // A refusal before the signature check is plain. One after it never is.
  if (!verified && encrypted) offend(`${outcome} is encrypted`)
  if (verified && isSigned(request) && !encrypted) offend(`${outcome} is plain`)
  if (answer.status === 202) jobs.push(json?.id ?? '')
  else if (answer.status === 200 && json) performed += performedCalls(json)
}

type Told = (ErrorBody & { id: string; object?: string; data?: { status: string }[] }) | undefined

/** Public paths (the sandbox's own pages and files) take no signature and so encrypt nothing. */
const isSigned = ({ target: path }: WireRequest) => path.startsWith('/v1/kyc') || path.startsWith('/v1/jobs')

const performedCalls = (json: NonNullable<Told>): number => {
  if (json.object === 'kyc_validation') return 1
  return json.data?.filter((item) => item.status === 'succeeded').length ?? 0
}

test('thousands of hostile requests: never a 5xx, never a hang, and afterwards the counts add up', {
  timeout: 170_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: atOnce, maxLength: atOnce }), async (makers) => {
      await Promise.all(
        makers.map(async (make) => {
          const one = make()
          for (let time = 0; time < (one.times ?? 1); time++) await answerTo(one)
        }),
      )
    }),
    { numRuns: rounds, endOnFailure: true },
  )
  expect(Object.fromEntries(offences)).toEqual({})
  expect(sent).toBeGreaterThanOrEqual(2000)
  // The generators must reach every kind of refusal, and some success, or they prove little.
  for (const code of [
    'authentication_required',
    'invalid_api_key',
    'timestamp_out_of_window',
    'nonce_reused',
    'malformed_body',
    'decryption_failed',
    'invalid_request',
    'invalid_identifier',
    'purpose_not_approved',
    'scope_not_granted',
    'not_found',
    'method_not_allowed',
    '200',
  ])
    expect(seen.get(code) ?? 0, `${code} among ${JSON.stringify([...seen])}`).toBeGreaterThan(0)
  for (const id of jobs) if ((await finishedJob(application, id)).status === 'completed') performed++
  expect((await validate(application, '0001')).status).toBe(200)
  expect(await callsUsed(dataDir, application, 'kyc_validation')).toBe(performed + 1)
})
