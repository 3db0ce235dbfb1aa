import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { heldClock } from '../core/index.ts'
import { testApplication } from '../testing/application.ts'
import { addressList } from './address-list.ts'
import type { Application } from './application.ts'
import type { IncomingRequest, Peer } from './call.ts'
import { createPipeline } from './pipeline.ts'

const nowMs = Date.UTC(2026, 10, 21)
const registered = { address: '203.0.113.7', thumbprint: 'a1', certificateTrusted: true }

const recognise = (application: Application, peer: Peer) => {
  const pipeline = createPipeline({
    directory: { findByApiKey: async (key) => (key === application.apiKey ? application : null) },
    clock: heldClock(nowMs),
    admit: () => Promise.reject(new Error('is not reached')),
    releaseClaim: async () => {},
    answersVault: { seal: () => Buffer.alloc(0), open: () => Buffer.alloc(0) },
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
    },
  }
  return pipeline.recognise(request, null)
}

test('the share of a key is for who could use it: its certificate, its addresses', async () => {
  const application = testApplication({
    environment: 'production',
    thumbprints: new Set(['a1']),
    allowlist: addressList(['203.0.113.0/24']),
  })
  const holderOf = async (changes: Partial<Peer>) =>
    (await recognise(application, { ...registered, ...changes })).holder
  expect(await holderOf({})).toBe(application.apiKey)
  const strangers = [
    { thumbprint: null },
    { thumbprint: 'b2' },
    { certificateTrusted: false },
    { address: '198.51.100.1' },
  ]
  for (const changes of strangers) expect(await holderOf(changes)).toBe('unvouched')
})

test('in the sandbox, where no certificate is asked for, the key is enough', async () => {
  const application = testApplication()
  const visit = await recognise(application, { ...registered, thumbprint: null })
  expect(visit.holder).toBe(application.apiKey)
})
