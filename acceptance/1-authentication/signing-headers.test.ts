import { expect, inject, test } from 'vitest'
import { send, signedRequest } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { kycRequest, singlePath } from '../client/kyc.ts'

const { sandbox } = inject('demo')
const request = () => signedRequest(sandbox, 'POST', singlePath, kycRequest('0001'))

const required = ['X-SVC-Key-Id', 'X-SVC-Timestamp', 'X-SVC-Nonce', 'X-SVC-Signature']

test.each(required)('without %s a call is authentication_required, in plain JSON', async (name) => {
  const call = request()
  delete call.headers[name]
  expectRefusal(await send(sandbox, call), 'authentication_required', { encrypted: false })
})

test.each(required)('an empty %s is authentication_required', async (name) => {
  const call = request()
  call.headers[name] = ''
  expectRefusal(await send(sandbox, call), 'authentication_required', { encrypted: false })
})

test.each([
  ['X-SVC-Timestamp', 'yesterday'],
  ['X-SVC-Timestamp', '1790000000.5'],
  ['X-SVC-Timestamp', '0x6ab13b80'],
  ['X-SVC-Timestamp', '2026-01-01T00:00:00Z'],
  ['X-SVC-Timestamp', '99999999999999999999999999'],
  ['X-SVC-Nonce', 'not-a-uuid'],
  ['X-SVC-Nonce', '6f1f8f0e3a5b4c3e9d2a0b9d3c1e7a55'],
  ['X-SVC-Nonce', '{6f1f8f0e-3a5b-4c3e-9d2a-0b9d3c1e7a55}'],
  ['X-SVC-Signature', 'deadbeef'],
  ['X-SVC-Signature', 'g'.repeat(64)],
])('a malformed %s (%s) is authentication_required', async (name, value) => {
  const call = request()
  call.headers[name] = value
  const answer = await send(sandbox, call)
  // A number of seconds that is merely absurd may as well be called out of the window.
  if (answer.json.error === 'timestamp_out_of_window') expect(value).toMatch(/^\d+$/)
  else expectRefusal(answer, 'authentication_required', { encrypted: false })
})

test('a body without X-SVC-IV is authentication_required', async () => {
  const call = request()
  delete call.headers['X-SVC-IV']
  expectRefusal(await send(sandbox, call), 'authentication_required', { encrypted: false })
})

test('a call without any credentials says nothing but authentication_required', async () => {
  const answer = await send(sandbox, {
    method: 'POST',
    target: singlePath,
    headers: {},
    body: Buffer.from('{}'),
  })
  expectRefusal(answer, 'authentication_required', { encrypted: false })
})

test('header names are case-insensitive', async () => {
  const call = request()
  const headers = Object.fromEntries(
    Object.entries(call.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  expect((await send(sandbox, { ...call, headers })).status).toBe(200)
})
