import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { Nani, NaniConnectionError, NaniError, NaniProtocolError } from './index.ts'
import { clientOf, ok, refuse, request, verified } from './testing/client.ts'
import { credentials, liveCredentials } from './testing/fake-server.ts'

const failure = (call: Promise<unknown>): Promise<NaniError> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: unknown) => (error instanceof NaniError ? error : Promise.reject(error)),
  )

describe('a call', () => {
  it('is signed and encrypted so that a server written from the specification can read it', async () => {
    const { nani, seen } = await clientOf([ok()])
    const answer = await nani.kyc.validate({
      ...request,
      match: { full_name: 'Ngalula Tshibangu Éloïse 🇨🇩' },
    })
    expect(answer).toEqual(verified)
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({
      method: 'POST',
      target: '/v1/kyc/validations',
      prefer: '',
      body: { ...request, match: { full_name: 'Ngalula Tshibangu Éloïse 🇨🇩' } },
    })
    expect(seen[0]!.headers['x-svc-timestamp']).toBe('1790000000')
  })

  it('without a body sends neither X-SVC-IV nor Content-Type', async () => {
    const { nani, seen } = await clientOf([ok()])
    await nani.kyc.retrieve('kyc_01/../x')
    await nani.batches.cancel('bat_1')
    expect(seen.map((call) => [call.method, call.target, call.body])).toEqual([
      ['GET', '/v1/kyc/validations/kyc_01%2F..%2Fx', undefined],
      ['POST', '/v1/batches/bat_1/cancel', undefined],
    ])
    for (const { headers } of seen) {
      expect(headers['x-svc-iv']).toBeUndefined()
      expect(headers['content-type']).toBeUndefined()
    }
    expect(seen[0]!.idempotencyKey).toBe('')
    expect(seen[1]!.idempotencyKey).not.toBe('')
  })

  it('keeps the path of the base URL in the signed target', async () => {
    const { nani, seen, baseUrl } = await clientOf([ok()])
    const behindPath = new Nani({ ...credentials, baseUrl: `${baseUrl}/identity/` })
    await behindPath.kyc.validate(request)
    await behindPath.close()
    await nani.kyc.validate(request)
    expect(seen.map((call) => call.target)).toEqual(['/identity/v1/kyc/validations', '/v1/kyc/validations'])
  })

  it('keeps unknown members and enum values', async () => {
    const { nani } = await clientOf([ok({ ...verified, result: 'deferred', novelty: { a: 1 } })])
    const answer = await nani.kyc.validate(request)
    expect(answer.result).toBe('deferred')
    expect(answer).toHaveProperty('novelty.a', 1)
  })
})

describe('an answer', () => {
  it.each(['tag', 'nonce', 'status', 'key', 'iv', 'iv header', 'wrapper'] as const)(
    'with a spoiled %s is refused and not asked for again',
    async (spoil) => {
      const { nani, seen } = await clientOf([() => ({ status: 200, body: verified, spoil })])
      const error = await failure(nani.kyc.validate(request))
      expect(error).toBeInstanceOf(NaniProtocolError)
      expect(error).toMatchObject({
        code: 'invalid_answer',
        status: 200,
        requestId: 'req_1',
        retryable: false,
      })
      expect(seen).toHaveLength(1)
    },
  )

  it.each([200, 201, 204, 302])('in plain text with status %i is refused', async (status) => {
    const { nani } = await clientOf([() => ({ status, raw: status === 204 ? '' : JSON.stringify(verified) })])
    const error = await failure(nani.kyc.validate(request))
    expect(error).toBeInstanceOf(NaniProtocolError)
    expect(error.message).toContain('not encrypted')
  })

  it('that was encrypted for 403 is refused if the status was changed to 200', async () => {
    const { nani } = await clientOf([
      () => ({ status: 200, body: { error: 'scope_not_granted' }, spoil: 'status' }),
    ])
    expect(await failure(nani.kyc.validate(request))).toBeInstanceOf(NaniProtocolError)
  })

  it('in plain text is accepted as a refusal before the signature check', async () => {
    const body = { error: 'invalid_signature', message: 'No.', request_id: 'req_9', line: 'method' }
    const { nani, seen } = await clientOf([() => ({ status: 401, body, seal: false })])
    const error = await failure(nani.kyc.validate(request))
    expect(error).toMatchObject({
      code: 'invalid_signature',
      status: 401,
      requestId: 'req_9',
      retryable: false,
      context: { line: 'method' },
    })
    expect(seen).toHaveLength(1)
  })

  it.each(['purpose_not_approved', 'quota_exceeded', 'not_found', 'nonce_reused', 'a_later_code', undefined])(
    'in plain text with %s is refused: only a server that knows the caller says so, and encrypted',
    async (error) => {
      const { nani } = await clientOf([() => ({ status: 403, body: { error }, seal: false })])
      expect(await failure(nani.kyc.validate(request))).toMatchObject({
        code: 'invalid_answer',
        status: 403,
        retryable: false,
      })
    },
  )

  it('with a refusal has its code, status, request id and context', async () => {
    const { nani } = await clientOf([refuse(403, 'scope_not_granted', { scope: 'kyc.religion' })])
    const error = await failure(nani.kyc.validate(request))
    expect(error).toMatchObject({
      name: 'NaniError',
      code: 'scope_not_granted',
      status: 403,
      requestId: 'req_1',
      context: { scope: 'kyc.religion' },
    })
  })

  it.each([
    ['seconds', 1_790_000_412, '412 s behind'],
    ['RFC 3339', new Date(1_789_999_000_000).toISOString(), '1000 s ahead of'],
  ])('timestamp_out_of_window reports the difference of the clocks (%s)', async (_, server_time, words) => {
    const { nani } = await clientOf([refuse(401, 'timestamp_out_of_window', { server_time })])
    const error = await failure(nani.kyc.validate(request))
    expect(error.message).toContain(words)
  })
})

describe('retries', () => {
  it.each([
    ['500', refuse(500, 'internal_error')],
    ['502', refuse(502, 'register_unavailable')],
    ['429', refuse(429, 'rate_limited', { retry_after: 1 })],
    ['409 while the first still runs', refuse(409, 'idempotency_in_progress', { retry_after: 1 })],
    ['a broken connection', () => 'reset' as const],
    ['a proxy’s page', () => ({ status: 503, raw: '<html>' })],
  ])('after %s have the same key and body with a new nonce and IV', async (_, first) => {
    const { nani, seen } = await clientOf([first, first, ok()])
    expect(await nani.kyc.validate(request)).toEqual(verified)
    expect(seen).toHaveLength(3)
    const distinct = (name: string) => new Set(seen.map((call) => call.headers[name])).size
    expect(distinct('idempotency-key')).toBe(1)
    expect(distinct('x-svc-nonce')).toBe(3)
    expect(distinct('x-svc-iv')).toBe(3)
    expect(seen[2]!.body).toEqual(request)
  })

  it('take a new timestamp for each attempt', async () => {
    const { nani, seen } = await clientOf([refuse(429, 'rate_limited', { retry_after: 30 }), ok()])
    await nani.kyc.validate(request)
    const stamps = seen.map((call) => Number(call.headers['x-svc-timestamp']))
    expect(stamps[1]! - stamps[0]!).toBeGreaterThanOrEqual(30)
  })

  it('use the key of the caller, and otherwise a new one for each logical call', async () => {
    const { nani, seen } = await clientOf([ok()])
    const idempotencyKey = '3e9d7a10-51c4-4b54-9a51-2f6a0f0c9e11'
    await nani.kyc.validate(request, { idempotencyKey })
    await nani.kyc.validate(request)
    await nani.kyc.validate(request)
    expect(seen[0]!.idempotencyKey).toBe(idempotencyKey)
    expect(new Set(seen.map((call) => call.idempotencyKey)).size).toBe(3)
  })

  it.each([400, 401, 402, 403, 404, 405, 409, 413, 422])('are not made after another %i', async (status) => {
    const { nani, seen } = await clientOf([refuse(status, 'some_code')])
    expect((await failure(nani.kyc.validate(request))).retryable).toBe(false)
    expect(seen).toHaveLength(1)
  })

  it('stop after maxRetries and throw the last failure', async () => {
    const { nani, seen } = await clientOf([refuse(500, 'internal_error')], { maxRetries: 2 })
    expect(await failure(nani.kyc.validate(request))).toMatchObject({
      code: 'internal_error',
      retryable: true,
    })
    expect(seen).toHaveLength(3)
  })

  it('wait at least retry_after, and otherwise a random time under a doubling bound', async () => {
    const latest = (length: number) => new Uint8Array(length).fill(0xff)
    const limited = refuse(429, 'rate_limited', { retry_after: 7 })
    const broken = refuse(500, 'internal_error')
    const asked = await clientOf([limited, ok()])
    await asked.nani.kyc.validate(request)
    expect(asked.clock.slept[0]).toBeGreaterThanOrEqual(7000)
    const backedOff = await clientOf([broken], { maxRetries: 7, random: latest })
    await failure(backedOff.nani.kyc.validate(request))
    expect(backedOff.clock.slept.map(Math.round)).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000])
  })

  it.each([
    ['a quota that is used up', refuse(429, 'quota_exceeded', { reset_at: '2026-10-01T00:00:00Z' })],
    ['a retry_after of an hour', refuse(503, 'overloaded', { retry_after: 3600 })],
  ])('do not wait for %s, and report that it is retryable', async (_, first) => {
    const { nani, seen, clock } = await clientOf([first])
    expect((await failure(nani.kyc.validate(request))).retryable).toBe(true)
    expect(seen).toHaveLength(1)
    expect(clock.slept).toEqual([])
  })

  it('end with the caller’s own reason when the signal aborts', async () => {
    const abort = new AbortController()
    const reason = new Error('enough')
    const { nani, seen } = await clientOf([
      () => {
        abort.abort(reason)
        return { status: 500, body: { error: 'internal_error', message: '' } }
      },
    ])
    await expect(nani.kyc.validate(request, { signal: abort.signal })).rejects.toBe(reason)
    expect(seen).toHaveLength(1)
  })

  it('report a network fault as NaniConnectionError after the last one', async () => {
    const { nani } = await clientOf([() => 'reset'], { maxRetries: 1 })
    const error = await failure(nani.kyc.validate(request))
    expect(error).toBeInstanceOf(NaniConnectionError)
    expect(error).toMatchObject({ code: 'connection_failed', status: null, requestId: null })
  })

  it('are not made for an untrusted certificate', async () => {
    let sent = 0
    const { nani } = await clientOf([ok()], {
      transport: {
        send: () => {
          sent++
          return Promise.reject(Object.assign(new Error('no'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }))
        },
        close: () => Promise.resolve(),
      },
    })
    const error = await failure(nani.kyc.validate(request))
    expect(error.message).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(error.retryable).toBe(false)
    expect(sent).toBe(1)
  })
})

describe('secrets', () => {
  const secrets = [credentials.secretKey, credentials.payloadEncryptionKey].map((key) => key.slice(-43))
  const expectNoSecret = (value: unknown) => {
    const shown = inspect(value, { depth: 20, showHidden: true }) + JSON.stringify(value) + String(value)
    for (const secret of secrets) {
      expect(shown).not.toContain(secret)
      expect(shown).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
    }
  }

  it('do not appear when the client is printed', async () => {
    const { nani } = await clientOf([ok()])
    expectNoSecret(nani)
    expectNoSecret({ ...nani })
  })

  it('do not appear in errors', async () => {
    const { nani } = await clientOf([() => 'reset', refuse(403, 'x')], { maxRetries: 0 })
    expectNoSecret(await failure(nani.kyc.validate(request)))
    expectNoSecret(await failure(nani.kyc.validate(request)))
  })

  it('do not appear for an invalid option', () => {
    const wrong = [
      { secretKey: `${credentials.secretKey}x` },
      { secretKey: credentials.payloadEncryptionKey },
      { payloadEncryptionKey: credentials.payloadEncryptionKey.replace('test', 'live') },
      { apiKey: 'key_test_short' },
      { baseUrl: 'http://user:pass@127.0.0.1/' },
      { baseUrl: 'ftp://127.0.0.1/' },
    ]
    for (const option of wrong) {
      const make = () => new Nani({ baseUrl: 'http://127.0.0.1', ...credentials, ...option })
      expect(make).toThrow(TypeError)
      try {
        make()
      } catch (error) {
        expectNoSecret(error)
      }
    }
  })
})

describe('a live key', () => {
  const make = (baseUrl: string) => new Nani({ ...liveCredentials, baseUrl })

  it.each([
    'http://api.example',
    'http://127.0.0.1.example',
    'http://localhost.example:4010',
    'http://10.0.0.1',
    'HTTP://api.example',
  ])('is not used over %s', (baseUrl) => {
    expect(() => make(baseUrl)).toThrow('https://')
  })

  it.each(['https://api.example', 'http://127.0.0.1:4010', 'http://[::1]:4010', 'http://localhost:4010'])(
    'may be used over %s',
    async (baseUrl) => {
      await expect(make(baseUrl).close()).resolves.toBeUndefined()
    },
  )

  it('makes a call over http to this machine', async () => {
    const { nani, seen } = await clientOf([ok()], liveCredentials)
    expect(await nani.kyc.validate(request)).toEqual(verified)
    expect(seen.map(({ headers }) => headers['x-svc-key-id'])).toEqual([liveCredentials.apiKey])
  })

  it('is stricter than a test key, which may be used over http to any machine', async () => {
    expect(() => make('http://api.example')).toThrow('https://')
    const nani = new Nani({ ...credentials, baseUrl: 'http://api.example' })
    await expect(nani.close()).resolves.toBeUndefined()
  })
})
