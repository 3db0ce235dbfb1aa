import { manualClock } from '@nani/foundation/core/index.ts'
import type { Peer } from '@nani/foundation/http/index.ts'
import { expect, test } from 'vitest'
import { testApplication } from '../../../testing/application.ts'
import { isFromApplication, needsCertificate } from './authenticate-client.ts'

const nowMs = Date.UTC(2026, 10, 23)
const [one, other, foreign] = ['ab', 'cd', 'ef'].map((byte) => byte.repeat(32)) as [string, string, string]
const application = testApplication({ thumbprints: new Set([one, other]) })
const rule = { needsCertificate: true, clock: manualClock(nowMs) }
const peer: Peer = {
  ...{ address: '203.0.113.7', thumbprint: one, certificateTrusted: true },
  certificateExpiresAtMs: nowMs + 1,
}

test.each<[string, Partial<Peer>, boolean]>([
  ['a certificate of the application', {}, true],
  ['another certificate of the application', { thumbprint: other }, true],
  ['a certificate of another application', { thumbprint: foreign }, false],
  ['no certificate', { thumbprint: null }, false],
  ['a certificate of another authority', { certificateTrusted: false }, false],
  ['a certificate that ended while the connection was open', { certificateExpiresAtMs: nowMs }, false],
  ['a certificate that was verified for this request', { certificateExpiresAtMs: null }, true],
])('%s: %j is of the application: %s', (_name, changes, isAccepted) => {
  expect(isFromApplication(application, { ...peer, ...changes }, rule)).toBe(isAccepted)
})

test('a certificate that was removed from the application counts no more, on the same connection', () => {
  const later = { ...application, thumbprints: new Set([other]) }
  expect(isFromApplication(later, peer, rule)).toBe(false)
})

test('the address counts at each request, also without a certificate', () => {
  const guarded = { ...application, allowlist: { includes: () => false } as never }
  expect(isFromApplication(guarded, peer, { ...rule, needsCertificate: false })).toBe(false)
})

test('production always needs a certificate, and the sandbox over TLS only', () => {
  expect([
    needsCertificate('production', 'http://id.example'),
    needsCertificate('sandbox', 'https://sandbox.example'),
    needsCertificate('sandbox', 'http://127.0.0.1:4010'),
  ]).toEqual([true, true, false])
})
