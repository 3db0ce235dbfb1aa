import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '../core/index.ts'
import { commonEndpoints, serviceEndpoints } from '../delivery/index.ts'
import { type Application, addressList } from '../gateway/index.ts'
import { testApplication } from './application.ts'
import { type Call, prepareCall, sendPrepared } from './call.ts'
import { kycBody, type Modes, startModes } from './modes.ts'

let modes: Modes
const unreachable = 'COD-5555-0000-0502'

beforeAll(async () => {
  modes = await startModes({
    environment: 'production',
    beforeRegister: (value) => {
      if (value === unreachable) throw new Refusal('register_unavailable')
    },
    // A small limit, so that the largest body of the table is small.
    endpoints: (dependencies) =>
      [
        ...serviceEndpoints(dependencies.serviceByName('kyc_validation'), dependencies),
        ...commonEndpoints(dependencies),
      ].map((endpoint) => ({ ...endpoint, bodyLimitBytes: 4_096 })),
  })
})
afterAll(() => modes.stop())

/** Everything that a fault may spoil: the application as it stands, the call, and what was called before. */
type Situation = {
  application: Application
  /** As it was before anything was taken from it. */
  earlier: Application
  call: Call
  body: Record<string, unknown>
  /** The application does not exist. */
  unknown: boolean
  before: (() => Promise<unknown>)[]
}

type Fault = {
  name: string
  status: number
  code: string
  encrypted: boolean
  spoil(situation: Situation): void
}

const trusted = Buffer.from('trusted certificate')
const thumbprintOf = async (der: Buffer) => {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(der))
  return Buffer.from(digest).toString('hex')
}

const begin = async (): Promise<Situation> => {
  const application = testApplication({
    environment: 'production',
    thumbprints: new Set([await thumbprintOf(trusted)]),
    allowlist: addressList(['203.0.113.0/24']),
  })
  return {
    application,
    earlier: application,
    call: {
      timestamp: Math.floor(modes.clock.now() / 1000),
      nonce: randomUUID(),
      idempotencyKey: randomUUID(),
      headers: calling,
    },
    body: kycBody(),
    unknown: false,
    before: [],
  }
}

/** A right call of the application as it stood before what is forbidden to it now. */
const earlier =
  ({ earlier: application }: Situation, call: Partial<Call>) =>
  async () => {
    modes.admitApplication(application)
    const reply = await modes.call(application, { headers: calling, body: kycBody(), ...call })
    expect(reply.status).toBe(200)
  }
const calling = { 'client-cert': `:${trusted.toString('base64')}:`, 'x-forwarded-for': '203.0.113.9' }

const change = (situation: Situation, changes: Partial<Application>) => {
  situation.application = { ...situation.application, ...changes }
}

/** Decisions §3, in order, each with a way to break it alone. */
const faults: Fault[] = [
  {
    name: 'size limit',
    status: 413,
    code: 'payload_too_large',
    encrypted: false,
    spoil: ({ body }) => {
      body.padding = 'x'.repeat(8_192)
    },
  },
  {
    name: 'signing headers',
    status: 401,
    code: 'authentication_required',
    encrypted: false,
    spoil: ({ call }) => {
      call.headers = { ...call.headers, 'x-svc-nonce': null }
    },
  },
  {
    name: 'key known',
    status: 401,
    code: 'invalid_api_key',
    encrypted: false,
    spoil: (situation) => {
      situation.unknown = true
    },
  },
  {
    name: 'timestamp',
    status: 401,
    code: 'timestamp_out_of_window',
    encrypted: false,
    spoil: ({ call }) => {
      call.timestamp -= 301
    },
  },
  {
    name: 'signature',
    status: 401,
    code: 'invalid_signature',
    encrypted: false,
    spoil: ({ call }) => {
      call.signature = '0'.repeat(64)
    },
  },
  {
    name: 'mTLS certificate',
    status: 403,
    code: 'certificate_mismatch',
    encrypted: true,
    spoil: ({ call }) => {
      call.headers = {
        ...call.headers,
        'client-cert': `:${Buffer.from('trusted, of another').toString('base64')}:`,
      }
    },
  },
  {
    name: 'IP allowlist',
    status: 403,
    code: 'ip_not_allowed',
    encrypted: true,
    spoil: ({ call }) => {
      call.headers = { ...call.headers, 'x-forwarded-for': '198.51.100.1' }
    },
  },
  {
    name: 'nonce unused',
    status: 401,
    code: 'nonce_reused',
    encrypted: true,
    spoil: (situation) => {
      situation.before.push(earlier(situation, { nonce: situation.call.nonce as string }))
    },
  },
  {
    name: 'production access',
    status: 403,
    code: 'production_access_required',
    encrypted: true,
    spoil: (situation) => change(situation, { approvedServices: new Set() }),
  },
  {
    name: 'service enabled',
    status: 403,
    code: 'service_not_enabled',
    encrypted: true,
    spoil: (situation) => change(situation, { services: new Set() }),
  },
  {
    name: 'burst guard',
    status: 429,
    code: 'rate_limited',
    encrypted: true,
    spoil: (situation) => {
      situation.before.push(earlier(situation, {}))
      change(situation, { burstPerSecond: 1 })
    },
  },
  {
    name: 'decrypt',
    status: 400,
    code: 'decryption_failed',
    encrypted: true,
    spoil: ({ call }) => {
      call.rawBody = JSON.stringify({ payload: randomBytes(64).toString('base64') })
    },
  },
  {
    name: 'JSON',
    status: 400,
    code: 'malformed_body',
    encrypted: true,
    spoil: ({ call }) => {
      call.plaintext = '{"identifier":'
    },
  },
  {
    name: 'idempotent replay',
    status: 400,
    code: 'idempotency_key_reused',
    encrypted: true,
    spoil: (situation) => {
      const { idempotencyKey } = situation.call
      situation.before.push(
        earlier(situation, {
          idempotencyKey: idempotencyKey as string,
          body: kycBody({ reference: 'first' }),
        }),
      )
    },
  },
  {
    name: 'field validation',
    status: 400,
    code: 'invalid_request',
    encrypted: true,
    spoil: ({ body }) => {
      body.document_delivery = 'by pigeon'
    },
  },
  {
    name: 'purpose',
    status: 403,
    code: 'purpose_not_approved',
    encrypted: true,
    spoil: (situation) => change(situation, { purposes: new Set(['age_gating']) }),
  },
  {
    name: 'scopes',
    status: 403,
    code: 'scope_not_granted',
    encrypted: true,
    spoil: ({ body }) => {
      body.scopes = ['kyc.unheard_of']
    },
  },
  {
    name: 'quota',
    status: 429,
    code: 'quota_exceeded',
    encrypted: true,
    spoil: (situation) =>
      change(situation, { quotas: new Map([['kyc_validation', { limit: 0, period: 'day' }]]) }),
  },
  {
    name: 'perform',
    status: 502,
    code: 'register_unavailable',
    encrypted: true,
    spoil: ({ body }) => {
      body.identifier = { type: 'svc_id', value: unreachable }
    },
  },
]

const answerTo = async (...spoilt: Fault[]) => {
  const situation = await begin()
  for (const fault of spoilt) fault.spoil(situation)
  for (const call of situation.before) await call()
  const { application, call, body } = situation
  if (situation.unknown) modes.forgetApplication(application)
  else modes.admitApplication(application)
  return sendPrepared(modes.baseUrl, application, prepareCall(application, { body, ...call }))
}

describe('decisions §3: the first check that fails answers', () => {
  test('nothing wrong: 200', async () => {
    const reply = await answerTo()
    expect([reply.status, reply.encrypted, reply.json.result]).toEqual([200, true, 'verified'])
  })

  test.each(faults)('$name alone: $code', async (fault) => {
    const reply = await answerTo(fault)
    expect([reply.status, reply.json.error, reply.encrypted]).toEqual([
      fault.status,
      fault.code,
      fault.encrypted,
    ])
    expect(reply.json.request_id).toBe(reply.headers['x-request-id'])
  })

  const pairs = faults.slice(1).map((later, index) => ({ first: faults[index] as Fault, later }))
  test.each(pairs)('$first.name before $later.name', async ({ first, later }) => {
    const reply = await answerTo(later, first)
    expect([reply.status, reply.json.error, reply.encrypted]).toEqual([
      first.status,
      first.code,
      first.encrypted,
    ])
  })

  test('every fault at once: the size limit answers, and without it each next one in turn', async () => {
    // Those that build on an earlier call of the same application would disturb one another.
    const alone = new Set(['burst guard', 'idempotent replay', 'nonce unused', 'decrypt', 'JSON'])
    const chain = faults.filter(({ name }) => !alone.has(name))
    for (const [index, fault] of chain.entries()) {
      const reply = await answerTo(...chain.slice(index).reverse())
      expect(reply.json.error, fault.name).toBe(fault.code)
    }
  })
})
