import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildVectors } from '../scripts/build-vectors.ts'
import { canonicalString, responseAdditionalData } from './index.ts'
import * as wire from './node.ts'

type Vectors = ReturnType<typeof buildVectors>

const read = (file: URL): Vectors => JSON.parse(readFileSync(file, 'utf8'))
const published = new URL('../vectors.json', import.meta.url)
// Written independently, from the specification only. They are compared if the file is available.
const foreign = new URL('../../../../shared/wire-vectors.json', import.meta.url)
const files = [published, foreign].filter((file) => existsSync(file))

describe.each(files.map((file) => [file.pathname.split('/').at(-1)!, file] as const))('%s', (_, file) => {
  const vectors = read(file)
  const secretKey = wire.decodeKey(vectors.secret_key)
  const payloadKey = wire.loadKey(vectors.payload_encryption_key)

  it.each(vectors.requests)('request: $name', (request) => {
    const canonical = canonicalString({
      method: request.method,
      target: request.target,
      timestamp: request.timestamp,
      nonce: request.nonce,
      iv: request.iv ?? '',
      idempotencyKey: request.idempotency_key ?? '',
      prefer: request.prefer ?? '',
      bodySha256: wire.sha256Hex(request.body_as_sent),
    })
    expect(canonical).toBe(request.canonical)
    expect(wire.sign(secretKey, canonical)).toBe(request.signature)
    expect(wire.verifySignature(secretKey, canonical, request.signature)).toBe(true)
    if (request.iv !== null && request.body_as_sent !== null) {
      const iv = wire.decodeIv(request.iv)
      const { payload } = JSON.parse(request.body_as_sent)
      expect(wire.encryptedBodyJson(wire.encryptBody(payloadKey, iv, request.plaintext!))).toBe(
        request.body_as_sent,
      )
      expect(wire.decryptBody(payloadKey, iv, payload).toString()).toBe(request.plaintext)
    }
  })

  it.each(vectors.responses)('response: $name', (response) => {
    const additionalData = responseAdditionalData(response.request_nonce, response.status)
    expect(additionalData).toBe(response.additional_authenticated_data)
    const { payload } = JSON.parse(response.body_as_sent)
    const plaintext = wire.decryptBody(payloadKey, wire.decodeIv(response.iv), payload, additionalData)
    expect(plaintext.toString()).toBe(response.plaintext)
  })

  it.each(vectors.webhooks)('webhook at $timestamp', ({ timestamp, body, signature }) => {
    expect(wire.signWebhook(payloadKey, timestamp, body)).toBe(signature)
  })
})

describe('vectors.json', () => {
  const vectors = read(published)
  const secretKey = wire.loadKey(vectors.secret_key)
  const payloadKey = wire.decodeKey(vectors.payload_encryption_key)
  const rejected = vectors.must_be_rejected

  it('equals the output of its generator', () => {
    expect(vectors).toEqual(buildVectors())
  })

  it.each(rejected.responses)('refuses a response: $name', ({ request_nonce, status, iv, body_as_sent }) => {
    const open = () =>
      wire.decryptBody(
        payloadKey,
        wire.decodeIv(iv),
        JSON.parse(body_as_sent).payload,
        responseAdditionalData(request_nonce, status),
      )
    expect(open).toThrow(wire.DecryptionError)
  })

  it.each(rejected.signatures)('refuses a signature: $name', ({ canonical, signature }) => {
    expect(wire.verifySignature(secretKey, canonical, signature)).toBe(false)
  })

  it.each(rejected.webhooks)('refuses a webhook: $name', ({ timestamp, body, signature }) => {
    expect(wire.signWebhook(payloadKey, timestamp, body)).not.toBe(signature)
  })
})
