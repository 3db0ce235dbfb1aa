import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { type CallOptions, post, send, signedRequest } from '../client/call.ts'
import { seal } from '../client/encryption.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { kycRequest, singlePath } from '../client/kyc.ts'

const { sandbox } = inject('demo')
const plaintext = Buffer.from(JSON.stringify(kycRequest('0001')))
const postWith = (options: CallOptions) => post(sandbox, singlePath, undefined, options)

test.each([
  ['not JSON', 'payload=abc'],
  ['truncated JSON', '{"payload":"abc'],
  ['an array', '["abc"]'],
  ['a string', '"abc"'],
  ['null', 'null'],
  ['without payload', '{"data":"abc"}'],
  ['a payload that is no string', '{"payload":{"a":1}}'],
  ['the plaintext itself', plaintext.toString('utf8')],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
])('a body that is not the encryption wrapper (%s) is malformed_body', async (_, body) => {
  expectRefusal(await postWith({ rawBody: Buffer.from(body) }), 'malformed_body')
})

test('an empty body where one is required is malformed_body', async () => {
  expectRefusal(await send(sandbox, signedRequest(sandbox, 'POST', singlePath)), 'malformed_body')
  expectRefusal(await postWith({ rawBody: Buffer.alloc(0) }), 'malformed_body')
})

test.each([
  ['no JSON', 'identifier'],
  ['truncated JSON', '{"purpose":'],
  ['an array', '[1]'],
  ['a number', '7'],
  ['null', 'null'],
  ['nothing at all', ''],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
])('a plaintext that is not a JSON object (%s) is malformed_body', async (_, content) => {
  expectRefusal(await postWith({ plaintext: Buffer.from(content) }), 'malformed_body')
})

test('a body under another key is decryption_failed', async () => {
  const encryptionKey = `pek_test_${randomBytes(32).toString('base64url')}`
  expectRefusal(await postWith({ plaintext, encryptionKey }), 'decryption_failed')
})

test.each([1, 8, 11, 13, 16, 32])(
  'an IV of %i bytes is decryption_failed, even when it would decrypt',
  async (size) => {
    expectRefusal(await postWith({ plaintext, iv: randomBytes(size) }), 'decryption_failed')
  },
)

test('a tag or ciphertext of which one bit is changed is decryption_failed', async () => {
  const iv = randomBytes(12)
  const sealed = Buffer.from(seal(plaintext, sandbox.payload_encryption_key, iv), 'base64')
  for (const position of [0, sealed.length - 16, sealed.length - 1]) {
    const spoilt = Buffer.from(sealed)
    spoilt.writeUInt8(spoilt.readUInt8(position) ^ 0x80, position)
    const rawBody = Buffer.from(JSON.stringify({ payload: spoilt.toString('base64') }))
    expectRefusal(await postWith({ rawBody, iv }), 'decryption_failed')
  }
})

test.each([0, 1, 15, 16])('a payload of only %i bytes is refused', async (size) => {
  const rawBody = Buffer.from(JSON.stringify({ payload: randomBytes(size).toString('base64') }))
  const answer = await postWith({ rawBody })
  expect(answer).toMatchObject({ status: 400, encrypted: true })
  expect(['decryption_failed', 'malformed_body']).toContain(answer.json.error)
})

test('a truncated authentication tag is decryption_failed', async () => {
  const iv = randomBytes(12)
  const sealed = Buffer.from(seal(plaintext, sandbox.payload_encryption_key, iv), 'base64')
  for (const tagBytes of [4, 12]) {
    const rawBody = Buffer.from(
      JSON.stringify({ payload: sealed.subarray(0, sealed.length - 16 + tagBytes).toString('base64') }),
    )
    expectRefusal(await postWith({ rawBody, iv }), 'decryption_failed')
  }
})

test('unknown members next to payload, and inside the plaintext, are ignored', async () => {
  const iv = randomBytes(12)
  const extended = Buffer.from(JSON.stringify({ ...kycRequest('0001'), later: { version: 2 } }))
  const payload = seal(extended, sandbox.payload_encryption_key, iv)
  const answer = await postWith({ rawBody: Buffer.from(JSON.stringify({ payload, v: 2 })), iv })
  expect(answer.status).toBe(200)
})
