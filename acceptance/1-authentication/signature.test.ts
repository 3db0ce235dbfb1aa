import { randomBytes, randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { type SignedRequest, send, signedRequest } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { kycRequest, singlePath } from '../client/kyc.ts'

const { sandbox } = inject('demo')

const request = () =>
  signedRequest(sandbox, 'POST', singlePath, kycRequest('0001'), {
    idempotencyKey: randomUUID(),
    prefer: 'respond-async',
  })

/** One change for each of the lines that a client fills in (spec/wire#canonical-string). */
const changes: [string, (call: SignedRequest) => SignedRequest][] = [
  ['2: the method', (call) => ({ ...call, method: 'PUT' })],
  ['3: the path', (call) => ({ ...call, target: '/v1/kyc/validations/' })],
  ['3: the query', (call) => ({ ...call, target: `${call.target}?a=1` })],
  ['4: the timestamp', (call) => header(call, 'X-SVC-Timestamp', (value) => String(Number(value) - 1))],
  ['5: the nonce', (call) => header(call, 'X-SVC-Nonce', () => randomUUID())],
  ['6: the IV', (call) => header(call, 'X-SVC-IV', () => randomBytes(12).toString('base64'))],
  ['7: the Idempotency-Key', (call) => header(call, 'Idempotency-Key', () => randomUUID())],
  ['7: the Idempotency-Key, left out', (call) => without(call, 'Idempotency-Key')],
  ['8: Prefer', (call) => header(call, 'Prefer', () => 'respond-async, wait=10')],
  ['8: Prefer, left out', (call) => without(call, 'Prefer')],
  ['9: one byte of the body', (call) => ({ ...call, body: flipped(call.body) })],
  [
    '9: white space after the body',
    (call) => ({ ...call, body: Buffer.concat([call.body!, Buffer.from(' ')]) }),
  ],
]

const header = (call: SignedRequest, name: string, change: (value: string) => string): SignedRequest => ({
  ...call,
  headers: { ...call.headers, [name]: change(String(call.headers[name])) },
})

const without = (call: SignedRequest, name: string): SignedRequest => {
  const { [name]: _, ...headers } = call.headers
  return { ...call, headers }
}

const flipped = (body: Uint8Array | undefined): Uint8Array => {
  const copy = Buffer.from(body ?? [])
  copy.writeUInt8(copy.readUInt8(20) ^ 1, 20)
  return copy
}

test('the request is valid before it is changed', async () => {
  expect((await send(sandbox, request())).status).toBe(202)
})

test.each(changes)('the signature covers line %s', async (_, change) => {
  expectRefusal(await send(sandbox, change(request())), 'invalid_signature', { encrypted: false })
})

test('a signature of another key is invalid_signature', async () => {
  const other = { ...sandbox, secret_key: `sk_test_${randomBytes(32).toString('base64url')}` }
  const call = signedRequest(other, 'POST', singlePath, kycRequest('0001'))
  expectRefusal(await send(sandbox, call), 'invalid_signature', { encrypted: false })
})

test('the Payload Encryption Key does not sign', async () => {
  const swapped = { ...sandbox, secret_key: sandbox.payload_encryption_key }
  const call = signedRequest(swapped, 'POST', singlePath, kycRequest('0001'))
  expectRefusal(await send(sandbox, call), 'invalid_signature', { encrypted: false })
})

test('a signature in upper case is refused', async () => {
  const call = header(request(), 'X-SVC-Signature', (value) => value.toUpperCase())
  const answer = await send(sandbox, call)
  expect(answer.status).toBe(401)
  expect(['authentication_required', 'invalid_signature']).toContain(answer.json.error)
  expect(answer.encrypted).toBe(false)
})

test('the request target is signed exactly as sent: escapes are not normalised', async () => {
  const call = signedRequest(sandbox, 'GET', '/v1/kyc/validations/kyc_%41%2e')
  expectRefusal(await send(sandbox, call), 'not_found')
  const decoded = { ...call, target: '/v1/kyc/validations/kyc_A.' }
  expectRefusal(await send(sandbox, decoded), 'invalid_signature', { encrypted: false })
})
