import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type ErrorCode, errorCatalogue } from '@nani/contract'
import { addressList, Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DescribedEndpoint } from '../calls/calls/index.ts'
import { type Application, type CheckName, checkTable, rulesOf } from '../gateway/gateway/index.ts'
import { testApplication } from './application.ts'
import { type Call, prepareCall, sendPrepared } from './call.ts'
import { kycBody, type Modes, startModes } from './modes.ts'

let modes: Modes
const unreachable = 'COD-5555-0000-0502'
const batches = '/v1/kyc/validations/batches'
let clockIsTrusted = true
/** Refusals of the test's authorisations, by API key. */
const withoutConsent = new Map<string, ErrorCode>()
const withoutFunds = new Map<string, ErrorCode>()

const permit =
  (refusals: Map<string, ErrorCode>, { apiKey }: Application) =>
  async () => {
    const code = refusals.get(apiKey)
    if (code) throw new Refusal(code)
  }

/** The same endpoint, which also asks for a consent and for funds. */
const authorised = (endpoint: DescribedEndpoint): DescribedEndpoint => ({
  ...endpoint,
  // A small limit, so that the largest body of the table is small.
  bodyLimitBytes: 16_384,
  async prepare(call) {
    const consent = permit(withoutConsent, call.application)
    const funds = permit(withoutFunds, call.application)
    return { ...(await endpoint.prepare(call)), cost: 1, authorise: { consent, funds } }
  },
})

beforeAll(async () => {
  modes = await startModes({
    environment: 'production',
    clockIsTrusted: () => clockIsTrusted,
    beforeRegister: (value) => {
      if (value === unreachable) throw new Refusal('register_unavailable')
    },
    changeEndpoint: authorised,
  })
})
afterAll(() => modes.stop())

/** The parts that a fault can change: the application, the call, and earlier calls. */
type Situation = {
  application: Application
  /** As it was before anything was taken from it. */
  earlier: Application
  call: Call
  body: Record<string, unknown>
  /** The application does not exist. */
  unknown: boolean
  clockIsWrong: boolean
  before: (() => Promise<unknown>)[]
}

/** Breaks one rule and no other. */
type Spoil = (situation: Situation) => void
type Fault = { name: CheckName | 'Perform'; code: ErrorCode; spoil: Spoil }

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
    clockIsWrong: false,
    before: [],
  }
}

/** A valid call of the application before its right was removed. */
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

const setHeaders =
  (headers: Record<string, string | null>): Spoil =>
  ({ call }) => {
    call.headers = { ...call.headers, ...headers }
  }
const set =
  (fields: Record<string, unknown>): Spoil =>
  ({ body }) =>
    void Object.assign(body, fields)
const setCall =
  (fields: Partial<Call>): Spoil =>
  ({ call }) =>
    void Object.assign(call, fields)
const setApplication =
  (changes: Partial<Application>): Spoil =>
  (situation) =>
    change(situation, changes)

const item = (index: number) => ({
  reference: `item ${index}`,
  identifier: { type: 'svc_id', value: 'COD-1111-2222-3333' },
})
const sendBatch =
  (items: number): Spoil =>
  (situation) => {
    situation.call.target = batches
    situation.body = {
      purpose: 'customer_onboarding',
      items: Array.from({ length: items }, (_, n) => item(n)),
    }
  }

/** A first request with the same key and body, which is still running. */
const beginFirst =
  (situation: Situation): (() => Promise<unknown>) =>
  () => {
    const { application, call, body } = situation
    const fingerprint = createHash('sha256')
      .update(`POST\n/v1/kyc/validations\n${JSON.stringify(body)}`)
      .digest()
    const [lockedUntil, expiresAt] = [30_000, 86_400_000].map((ms) => new Date(modes.clock.now() + ms))
    return modes.database.pool.query(
      `insert into idempotency_keys (application_id, key, fingerprint, claim, claimed_until, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [application.applicationId, call.idempotencyKey, fingerprint, randomUUID(), lockedUntil, expiresAt],
    )
  }

/** A way to provoke each refusal of each check. The order is that of the table of checks. */
const spoilers: Record<CheckName, Partial<Record<ErrorCode, Spoil>>> = {
  'Body size': { payload_too_large: set({ padding: 'x'.repeat(32_768) }) },
  'Signing headers': { authentication_required: setHeaders({ 'x-svc-nonce': null }) },
  'API key': {
    invalid_api_key: (situation) => {
      situation.unknown = true
    },
  },
  'Server clock': {
    overloaded: (situation) => {
      situation.clockIsWrong = true
    },
  },
  Timestamp: {
    timestamp_out_of_window: ({ call }) => {
      call.timestamp -= 301
    },
  },
  'IV of the body': {
    authentication_required: setHeaders({ 'x-svc-iv': null, 'transfer-encoding': 'chunked' }),
  },
  Signature: { invalid_signature: setCall({ signature: '0'.repeat(64) }) },
  'Client certificate': {
    certificate_required: setHeaders({ 'client-cert': null }),
    certificate_mismatch: setHeaders({
      'client-cert': `:${Buffer.from('trusted, of another').toString('base64')}:`,
    }),
  },
  'IP allowlist': { ip_not_allowed: setHeaders({ 'x-forwarded-for': '198.51.100.1' }) },
  Nonce: {
    nonce_reused: (situation) => {
      situation.before.push(earlier(situation, { nonce: situation.call.nonce as string }))
    },
  },
  'Production access': { production_access_required: setApplication({ approvedServices: new Set() }) },
  'Enabled service': { service_not_enabled: setApplication({ services: new Set() }) },
  'Burst guard': {
    rate_limited: (situation) => {
      situation.before.push(earlier(situation, {}))
      change(situation, { burstPerSecond: 1 })
    },
  },
  Route: {
    not_found: setCall({ target: '/v1/unknown' }),
    method_not_allowed: setCall({ method: 'PUT' }),
  },
  Decryption: {
    decryption_failed: setCall({
      rawBody: JSON.stringify({ payload: randomBytes(64).toString('base64') }),
    }),
    malformed_body: setCall({ rawBody: '{"payload":1}' }),
  },
  JSON: { malformed_body: setCall({ plaintext: '{"identifier":' }) },
  'Idempotency key': { invalid_request: setCall({ idempotencyKey: 'not a UUID' }) },
  'Idempotent replay': {
    idempotency_key_reused: (situation) => {
      const { idempotencyKey } = situation.call
      const body = kycBody({ reference: 'first' })
      situation.before.push(earlier(situation, { idempotencyKey: idempotencyKey as string, body }))
    },
    idempotency_in_progress: (situation) => {
      situation.before.push(beginFirst(situation))
    },
  },
  Fields: {
    invalid_request: set({ document_delivery: 'by pigeon' }),
    invalid_identifier: set({ identifier: { type: 'svc_id', value: 'COD-1' } }),
    unsupported_identifier_type: set({ identifier: { type: 'rccm', value: 'CD/KIN/RCCM/14-B-12345' } }),
    batch_too_large: sendBatch(51),
  },
  Purpose: { purpose_not_approved: setApplication({ purposes: new Set(['age_gating']) }) },
  Scopes: { scope_not_granted: set({ scopes: ['kyc.unheard_of'] }) },
  Consent: {
    consent_required: ({ application }) => {
      withoutConsent.set(application.apiKey, 'consent_required')
    },
  },
  Quota: {
    quota_exceeded: setApplication({ quotas: new Map([['kyc_validation', { limit: 0, period: 'day' }]]) }),
    batch_quota_exceeded: (situation) => {
      sendBatch(2)(situation)
      change(situation, { batchItemsPerDay: 1 })
    },
  },
  Funds: {
    insufficient_balance: ({ application }) => {
      withoutFunds.set(application.apiKey, 'insufficient_balance')
    },
    credit_limit_reached: ({ application }) => {
      withoutFunds.set(application.apiKey, 'credit_limit_reached')
    },
  },
}

const rules = checkTable.flatMap(rulesOf)
const faults: Fault[] = rules.flatMap(({ name, refusals }) =>
  refusals.flatMap((code) => {
    const spoil = spoilers[name][code]
    return spoil ? [{ name, code, spoil }] : []
  }),
)
/** The call itself, after all checks. */
const perform: Fault = {
  name: 'Perform',
  code: 'register_unavailable',
  spoil: set({ identifier: { type: 'svc_id', value: unreachable } }),
}
/** One fault of each check, in the documented order. */
const inOrder = [...rules.map(({ name }) => faults.find((fault) => fault.name === name) as Fault), perform]

/** After the signature, every refusal is encrypted. */
const expected = ({ name, code }: Fault) => {
  const position = rules.findIndex((rule) => rule.name === name)
  const signature = rules.findIndex((rule) => rule.name === 'Signature')
  return [errorCatalogue[code].status, code, name === 'Perform' || position > signature]
}

const answerTo = async (...spoilt: Fault[]) => {
  const situation = await begin()
  for (const fault of spoilt) fault.spoil(situation)
  for (const call of situation.before) await call()
  const { application, call, body } = situation
  if (situation.unknown) modes.forgetApplication(application)
  else modes.admitApplication(application)
  clockIsTrusted = !situation.clockIsWrong
  const before = await modes.count('call_charges', application)
  try {
    const reply = await sendPrepared(modes.baseUrl, application, prepareCall(application, { body, ...call }))
    const charges = (await modes.count('call_charges', application)) - before
    return { ...reply, charges, application }
  } finally {
    clockIsTrusted = true
  }
}

const factsOf = async ({ applicationId }: Application, requestId: string) => {
  const { rows } = await modes.database.pool.query(
    `select refused_check, duration_ms >= 0 as has_duration from audit_entries
     where application_id = $1 and request_id = $2`,
    [applicationId, requestId],
  )
  return rows
}

describe('spec/checks#order-of-checks: the first check that fails determines the response', () => {
  test('no fault: 200', async () => {
    const reply = await answerTo()
    expect([reply.status, reply.encrypted, reply.json.result]).toEqual([200, true, 'verified'])
    expect(reply.charges).toBe(1)
  })

  test('each refusal of each check is provoked', () => {
    const provoked = faults.map(({ name, code }) => `${name}: ${code}`)
    expect(provoked).toEqual(
      rules.flatMap(({ name, refusals }) => refusals.map((code) => `${name}: ${code}`)),
    )
  })

  test.each([...faults, perform])('$name alone: $code', async (fault) => {
    const reply = await answerTo(fault)
    expect([reply.status, reply.json.error, reply.encrypted]).toEqual(expected(fault))
    expect(reply.json.request_id).toBe(reply.headers['x-request-id'])
    // spec/billing#free-calls
    expect(reply.charges).toBe(0)
    // The log of the console names the check. A caller that is not verified has no entry.
    const check = fault.name === 'Perform' ? null : fault.name
    const requestId = reply.headers['x-request-id']
    await expect
      .poll(() => factsOf(reply.application, String(requestId)))
      .toEqual(reply.encrypted ? [{ refused_check: check, has_duration: true }] : [])
  })

  const pairs = inOrder.slice(1).map((later, index) => ({ first: inOrder[index] as Fault, later }))
  test.each(pairs)('$first.name before $later.name', async ({ first, later }) => {
    const reply = await answerTo(later, first)
    expect([reply.status, reply.json.error, reply.encrypted]).toEqual(expected(first))
  })

  test('all faults at once: the first one determines the response, and without it each next one', async () => {
    // These change the call or build on an earlier call, and would disturb each other.
    const disturbing = new Set([
      'IV of the body',
      'Burst guard',
      'Idempotent replay',
      'Nonce',
      'Route',
      'Decryption',
      'JSON',
    ])
    const chain = inOrder.filter(({ name }) => !disturbing.has(name))
    for (const [index, fault] of chain.entries()) {
      const reply = await answerTo(...chain.slice(index).reverse())
      expect(reply.json.error, fault.name).toBe(fault.code)
    }
  })
})
