import { randomUUID } from 'node:crypto'
import { addressList, manualClock, Refusal } from '@nani/foundation/core/index.ts'
import { createConsolePages, type Peer } from '@nani/foundation/http/index.ts'
import { expect, test } from 'vitest'
import { testApplication } from '../../testing/application.ts'
import type { Application } from './application.ts'
import type { IncomingRequest } from './call.ts'
import { createPipeline } from './pipeline.ts'

const nowMs = Date.UTC(2026, 10, 21)
const registered: Peer = {
  address: '203.0.113.7',
  thumbprint: 'a1',
  certificateTrusted: true,
  certificateExpiresAtMs: nowMs + 1,
}

type Options = { clockIsTrusted?: () => boolean; headers?: Record<string, string> }
const preAuthenticate = (
  application: Application,
  peer: Peer,
  { clockIsTrusted, headers = {} }: Options = {},
) => {
  const pipeline = createPipeline({
    consolePages: createConsolePages(),
    directory: { findByApiKey: async (key) => (key === application.apiKey ? application : null) },
    clock: manualClock(nowMs),
    clockIsTrusted,
    admit: () => Promise.reject(new Error('is not reached')),
    releaseLock: async () => {},
    openLargeBody: () => Promise.reject(new Error('is not reached')),
    countAnswer: async () => {},
    replay: () => Promise.reject(new Error('is not reached')),
  })
  const request: IncomingRequest = {
    ...{ requestId: 'req_1', method: 'POST', target: '/', route: '/', params: {}, query: {}, peer },
    environment: application.environment,
    receivedAtMs: nowMs,
    headers: {
      'x-svc-key-id': application.apiKey,
      'x-svc-timestamp': String(nowMs / 1000),
      'x-svc-nonce': randomUUID(),
      'x-svc-signature': '0'.repeat(64),
      ...headers,
    },
  }
  const endpoint = {
    service: null,
    body: 'optional',
    bodyLimitBytes: 0,
    refusal: new Refusal('not_found'),
  } as const
  return pipeline.preAuthenticate(request, endpoint)
}

test('only a caller with the certificate and an address of the key uses the share of the key', async () => {
  const application = testApplication({
    environment: 'production',
    thumbprints: new Set(['a1']),
    allowlist: addressList(['203.0.113.0/24']),
  })
  const budgetKeyOf = async (changes: Partial<Peer>) =>
    (await preAuthenticate(application, { ...registered, ...changes })).budgetKey
  expect(await budgetKeyOf({})).toBe(application.apiKey)
  const others = [
    { thumbprint: null },
    { thumbprint: 'b2' },
    { certificateTrusted: false },
    { certificateExpiresAtMs: nowMs },
    { address: '198.51.100.1' },
  ]
  for (const changes of others) expect(await budgetKeyOf(changes)).toBe('unknown callers')
})

test('in the sandbox, where no certificate is asked for, the key is enough', async () => {
  const application = testApplication()
  const context = await preAuthenticate(application, { ...registered, thumbprint: null })
  expect(context.budgetKey).toBe(application.apiKey)
})

test('a process whose clock is wrong accepts no call of a known key', async () => {
  const application = testApplication()
  let trusted = false
  const preAuthenticateNow = (known: Application) =>
    preAuthenticate(known, registered, { clockIsTrusted: () => trusted })
  const refused = preAuthenticateNow(application)
  await expect(refused).rejects.toMatchObject({ code: 'overloaded', context: { retry_after: 5 } })
  trusted = true
  expect((await preAuthenticateNow(application)).budgetKey).toBe(application.apiKey)
})

test('a declared length over the limit is refused before anything else (spec/checks#order-of-checks)', async () => {
  const headers = { 'content-length': '1', 'x-svc-nonce': '' }
  const refused = preAuthenticate(testApplication(), registered, { headers })
  await expect(refused).rejects.toMatchObject({ code: 'payload_too_large' })
})
