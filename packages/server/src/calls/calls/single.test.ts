import { randomUUID } from 'node:crypto'
import { dayMs, Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApplication } from '../../testing/application.ts'
import { testCitizen } from '../../testing/citizen.ts'
import { kycBody, type Modes, startModes } from '../../testing/modes.ts'

const unreachable = 'COD-5555-0000-0502'
const mistaken = 'COD-5555-0000-0500'
const held = 'COD-5555-0000-0001'
const body = (value: string) => kycBody({ identifier: { type: 'svc_id', value } })

let modes: Modes
let release = () => {}
let reached = () => {}
let reach: Promise<void>

beforeAll(async () => {
  modes = await startModes({
    citizens: [testCitizen(), testCitizen({ svc_id: held })],
    async beforeRegister(value) {
      if (value === unreachable) throw new Refusal('register_unavailable')
      if (value === mistaken) throw new TypeError('secret inside')
      if (value !== held) return
      reached()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    },
  })
})
afterAll(() => modes.stop())

const newApplication = (changes = {}) => modes.admitApplication(testApplication(changes))

describe('idempotency', () => {
  test('a retry answers the same bytes, freshly encrypted, and is not charged again', async () => {
    const application = newApplication()
    const idempotencyKey = randomUUID()
    const first = await modes.call(application, { body: kycBody({ reference: 'r-1' }), idempotencyKey })
    const second = await modes.call(application, { body: kycBody({ reference: 'r-1' }), idempotencyKey })
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(second.headers['x-svc-iv']).not.toBe(first.headers['x-svc-iv'])
    expect(await modes.count('call_charges', application)).toBe(1)
  })

  test('letter case makes no other key, and another path is another request', async () => {
    const application = newApplication()
    const idempotencyKey = 'abcdefab-1111-4111-8111-abcdefabcdef'
    await modes.call(application, { body: kycBody(), idempotencyKey })
    const upper = await modes.call(application, {
      body: kycBody(),
      idempotencyKey: idempotencyKey.toUpperCase(),
    })
    expect(upper.headers['idempotent-replayed']).toBe('true')
    const other = await modes.call(application, {
      target: '/v1/kyc/validations?again',
      body: kycBody(),
      idempotencyKey,
    })
    expect([other.status, other.json.error]).toEqual([400, 'idempotency_key_reused'])
  })

  test('after 24 hours the key is free', async () => {
    const application = newApplication()
    const idempotencyKey = randomUUID()
    const first = await modes.call(application, { body: kycBody(), idempotencyKey })
    await modes.pass(dayMs)
    const second = await modes.call(application, { body: kycBody({ reference: 'another' }), idempotencyKey })
    expect(second.status).toBe(200)
    expect(second.json.id).not.toBe(first.json.id)
  })

  test('during the first request, a second one must wait', async () => {
    const application = newApplication()
    const idempotencyKey = randomUUID()
    reach = new Promise((resolve) => {
      reached = resolve
    })
    const first = modes.call(application, { body: body(held), idempotencyKey })
    await reach
    const second = await modes.call(application, { body: body(held), idempotencyKey })
    expect([second.status, second.json.error]).toEqual([409, 'idempotency_in_progress'])
    expect(second.json.retry_after).toBeGreaterThan(0)
    expect(second.headers['retry-after']).toBe(String(second.json.retry_after))
    const other = await modes.call(application, { body: kycBody(), idempotencyKey })
    expect(other.json.error).toBe('idempotency_key_reused')
    release()
    expect((await first).status).toBe(200)
  })

  test('a lock that expires during its call: the process that took it over answers, and only its work is charged', async () => {
    const application = newApplication()
    const idempotencyKey = randomUUID()
    reach = new Promise((resolve) => {
      reached = resolve
    })
    const first = modes.call(application, { body: body(held), idempotencyKey })
    await reach
    const releaseFirst = release
    await modes.pass(30_000)
    reach = new Promise((resolve) => {
      reached = resolve
    })
    const second = modes.call(application, { body: body(held), idempotencyKey })
    await reach
    releaseFirst()
    expect([(await first).status, (await first).json.error]).toEqual([409, 'idempotency_in_progress'])
    release()
    expect((await second).status).toBe(200)
    expect(await modes.count('call_charges', application)).toBe(1)
    expect(await modes.count('results', application)).toBe(1)
  })

  test.each([
    [
      'a 4xx of the pipeline',
      { quotas: new Map([['kyc_validation', { limit: 0, period: 'day' }]]) },
      kycBody(),
      429,
    ],
    ['a 502', {}, body(unreachable), 502],
    ['a 500', {}, body(mistaken), 500],
  ])('%s gives the key back', async (_name, changes, sent, status) => {
    const application = newApplication(changes)
    const idempotencyKey = randomUUID()
    expect((await modes.call(application, { body: sent, idempotencyKey })).status).toBe(status)
    expect(await modes.count('idempotency_keys', application)).toBe(0)
    modes.admitApplication({ ...application, quotas: new Map() })
    expect((await modes.call(application, { body: kycBody(), idempotencyKey })).status).toBe(200)
  })

  test('a key whose first request died is refused for what is wrong now, not held up', async () => {
    const application = newApplication()
    const idempotencyKey = randomUUID()
    reach = new Promise((resolve) => {
      reached = resolve
    })
    const first = modes.call(application, { body: body(held), idempotencyKey })
    await reach
    await modes.pass(30_001)
    modes.admitApplication({ ...application, purposes: new Set() })
    const second = await modes.call(application, { body: body(held), idempotencyKey })
    expect([second.status, second.json.error]).toEqual([403, 'purpose_not_approved'])
    release()
    await first
  })

  test('a key that is not a UUID names the header; a GET ignores it', async () => {
    const application = newApplication()
    const refused = await modes.call(application, { body: kycBody(), idempotencyKey: 'not-a-uuid' })
    expect([refused.status, refused.json.error, refused.json.field]).toEqual([
      400,
      'invalid_request',
      'Idempotency-Key',
    ])
    const read = await modes.call(application, {
      method: 'GET',
      target: '/v1/jobs/job_x',
      idempotencyKey: 'not-a-uuid',
    })
    expect(read.json.error).toBe('job_not_found')
  })
})

describe('errors', () => {
  test('an internal error has no internal details; its place is logged, without quoted data', async () => {
    const application = newApplication()
    const reply = await modes.call(application, { body: body(mistaken) })
    expect([reply.status, reply.encrypted, reply.json.error]).toEqual([500, true, 'internal_error'])
    expect(reply.text).not.toContain('secret')
    expect(modes.internalErrors.join('\n')).toContain('single.test.ts')
    expect(modes.internalErrors.join('\n')).not.toContain('secret inside')
    expect(await modes.count('call_charges', application)).toBe(0)
  })

  test('the quota states the used calls, and the time of the restart', async () => {
    const application = newApplication({
      quotas: new Map([['kyc_validation', { limit: 1, period: 'month' }]]),
    })
    expect((await modes.call(application, { body: kycBody() })).status).toBe(200)
    const reply = await modes.call(application, { body: kycBody() })
    const now = new Date(modes.clock.now())
    expect(reply.status).toBe(429)
    expect(reply.json).toMatchObject({
      error: 'quota_exceeded',
      service: 'kyc_validation',
      calls_used: 1,
      calls_limit: 1,
      reset_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
      upgrade_url: expect.stringMatching(
        /^https:\/\/console\.example\/organizations\/[\w-]+\/applications\/[\w-]+\/use$/,
      ),
    })
  })

  test.each(['application', ';;;', '', 'text/plain', 'application/json; charset=latin1'])(
    'Content-Type "%s" makes no difference',
    async (contentType) => {
      const reply = await modes.call(newApplication(), {
        body: kycBody(),
        headers: { 'content-type': contentType },
      })
      expect(reply.status).toBe(200)
    },
  )

  test.each([
    ['an array', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['nothing', ''],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('a body that is %s is malformed', async (_name, plaintext) => {
    const reply = await modes.call(newApplication(), { plaintext })
    expect([reply.status, reply.json.error, reply.encrypted]).toEqual([400, 'malformed_body', true])
  })

  test('a missing required body and an invalid wrapper are malformed', async () => {
    const missing = await modes.call(newApplication(), {})
    expect([missing.status, missing.json.error]).toEqual([400, 'malformed_body'])
    for (const rawBody of ['{}', '{"payload":7}', '[]', '{"payload":"***"}', 'x']) {
      expect((await modes.call(newApplication(), { rawBody })).json.error, rawBody).toBe('malformed_body')
    }
  })

  test('an IV of another size does not decrypt', async () => {
    for (const bytes of [11, 13, 16]) {
      const rawBody = JSON.stringify({ payload: 'A'.repeat(64) })
      const reply = await modes.call(newApplication(), { rawBody, iv: Buffer.alloc(bytes) })
      expect([reply.status, reply.json.error]).toEqual([400, 'decryption_failed'])
    }
  })

  test('an unknown path and a wrong method answer encrypted when the signature verifies, plain when not', async () => {
    const application = newApplication()
    const signed = await modes.get(application, '/v1/nothing')
    expect([signed.status, signed.json.error, signed.encrypted]).toEqual([404, 'not_found', true])
    const method = await modes.call(application, { method: 'DELETE' })
    expect([method.status, method.json.error, method.encrypted]).toEqual([405, 'method_not_allowed', true])
    expect(method.headers.allow).toBe('POST')
    const plain = await fetch(`${modes.baseUrl}/v1/nothing`)
    expect([plain.status, plain.headers.get('x-svc-iv')]).toEqual([404, null])
    const forged = await modes.call(application, {
      method: 'GET',
      target: '/v1/nothing',
      signature: '0'.repeat(64),
    })
    expect([forged.status, forged.encrypted]).toEqual([401, false])
  })

  const nestedBeside = (depth: number) => {
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
    // Blanks make it long enough for its structure to be counted.
    return `{"identifier":{"type":"svc_id","value":"COD-1111-2222-3333","x":${deep}},"match":{"y":${deep}},"purpose":"customer_onboarding","z":${deep}${' '.repeat(5_000)}}`
  }

  test('nesting next to the known fields is ignored in every mode, down to 64 levels', async () => {
    const application = newApplication()
    const plaintext = nestedBeside(62)
    expect((await modes.call(application, { plaintext })).status).toBe(200)
    expect((await modes.call(application, { plaintext, prefer: 'respond-async' })).status).toBe(202)
    for (const depth of [63, 1_000, 100_000]) {
      const reply = await modes.call(application, { plaintext: nestedBeside(depth) })
      expect([reply.status, reply.json.error]).toEqual([400, 'malformed_body'])
    }
  })

  test('a list that is too long is refused, and one of a million before it is parsed', async () => {
    const application = newApplication()
    const listOf = (length: number) => JSON.stringify(kycBody({ scopes: new Array(length).fill(5) }))
    const long = await modes.call(application, { plaintext: listOf(3_000) })
    expect([long.status, long.json.error]).toEqual([400, 'invalid_request'])
    const endless = await modes.call(application, { plaintext: listOf(1_000_000) })
    expect([endless.status, endless.json.error]).toEqual([400, 'malformed_body'])
  })
})

describe('results', () => {
  test('are read back as first answered, with fresh links, for 30 days', async () => {
    const application = newApplication()
    const first = await modes.call(application, { body: kycBody({ scopes: ['kyc.biometrics.selfie'] }) })
    const path = `/v1/kyc/validations/${first.json.id}`
    await modes.pass(30 * dayMs)
    const second = await modes.get(application, path)
    expect(second.status).toBe(200)
    const withoutLinks = (text: string) =>
      text.replace(/"url":"[^"]*"/g, '').replace(/"expires_at":"[^"]*T[^"]*"/g, '')
    expect(withoutLinks(second.text)).toBe(withoutLinks(first.text))
    expect(second.text).not.toBe(first.text)
    await modes.pass(1)
    const third = await modes.get(application, path)
    expect([third.status, third.json.error]).toEqual([404, 'not_found'])
  })

  const comparable = (reply: { status: number; text: string; json: Record<string, unknown> }) =>
    [reply.status, reply.text.replace(String(reply.json.request_id), '')] as const

  test('foreign, unknown, malformed, expired and invented ids get the same answer', async () => {
    const [owner, stranger] = [newApplication(), newApplication()]
    const made = await modes.call(owner, { body: kycBody() })
    const job = await modes.call(owner, { body: kycBody(), prefer: 'respond-async' })
    const batch = await modes.call(owner, {
      target: '/v1/kyc/validations/batches',
      body: { purpose: 'customer_onboarding', items: [{ ...kycBody(), reference: 'a' }] },
      prefer: 'respond-async',
    })
    expect([made.status, job.status, batch.status]).toEqual([200, 202, 202])
    const cases: [string, string, string][] = [
      ['/v1/kyc/validations/', made.json.id as string, ''],
      ['/v1/jobs/', job.json.id as string, ''],
      ['/v1/batches/', batch.json.id as string, ''],
      ['/v1/batches/', batch.json.id as string, '/results'],
    ]
    for (const [path, id, tail] of cases) {
      expect((await modes.get(owner, path + id + tail)).status === 404, path).toBe(false)
      const prefix = id.slice(0, id.indexOf('_'))
      const foreign = comparable(await modes.get(stranger, path + id + tail))
      expect(foreign[0]).toBe(404)
      const invented = [
        `${prefix}_ZZZZZZZZZZ0000000000000000`,
        `${prefix}_00000000000000000000000000`,
        `${prefix}_7ZZZZZZZZZ0000000000000000`,
        `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`,
        `${id}x`,
        'nonsense',
        '__proto__',
        '%00',
        "';drop table results;--",
      ]
      for (const other of invented) {
        const reply = comparable(await modes.get(owner, path + encodeURIComponent(other) + tail))
        expect(reply, path + other + tail).toEqual(foreign)
      }
    }
    await modes.pass(30 * dayMs + 1)
    for (const [path, id, tail] of cases) {
      expect(comparable(await modes.get(owner, path + id + tail)), path).toEqual(
        comparable(await modes.get(stranger, path + id + tail)),
      )
    }
  })

  test('are encrypted at rest: the database contains neither name nor number', async () => {
    const application = newApplication()
    await modes.call(application, { body: kycBody({ reference: 'visible?' }), idempotencyKey: randomUUID() })
    await modes.call(application, { body: kycBody(), prefer: 'respond-async' })
    for (const table of ['results', 'jobs', 'idempotency_keys', 'audit_entries']) {
      const { rows } = await modes.database.pool.query(
        `select convert_from(convert_to(t::text, 'UTF8'), 'UTF8') as text from ${table} t where application_id = $1`,
        [application.applicationId],
      )
      expect(rows.length, table).toBeGreaterThan(0)
      for (const { text } of rows) {
        for (const secret of ['Kabeya', '1111-2222', 'visible?']) {
          expect(text, table).not.toContain(secret)
          expect(text, table).not.toContain(Buffer.from(secret).toString('hex'))
        }
      }
    }
  })
})
