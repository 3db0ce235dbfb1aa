import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAnswer, seal } from '../client/encryption.ts'
import { canonicalString, signature } from '../client/signing.ts'
import { repositoryRoot } from '../installation/start-installation.ts'

type Vectors = {
  secret_key: string
  payload_encryption_key: string
  requests: {
    name: string
    method: string
    target: string
    timestamp: string
    nonce: string
    idempotency_key: string | null
    prefer: string | null
    plaintext: string | null
    iv: string | null
    body_as_sent: string | null
    canonical: string
    signature: string
  }[]
  responses: {
    name: string
    request_nonce: string
    status: number
    iv: string
    body_as_sent: string
    plaintext: string
  }[]
}

// Published for clients in any language; read as a document, as any of them would.
const published = join(repositoryRoot, 'packages/contract/vectors.json')
const vectors = JSON.parse(readFileSync(published, 'utf8')) as Vectors

test('the published vectors include requests with and without a body, and responses', () => {
  expect(vectors.requests.some(({ body_as_sent }) => body_as_sent === null)).toBe(true)
  expect(vectors.requests.some(({ body_as_sent }) => body_as_sent !== null)).toBe(true)
  expect(vectors.responses.length).toBeGreaterThan(0)
})

test.each(vectors.requests)('a client written from the documents signs as published: $name', (vector) => {
  const parts = {
    method: vector.method,
    target: vector.target,
    timestamp: vector.timestamp,
    nonce: vector.nonce,
    iv: vector.iv ?? undefined,
    idempotencyKey: vector.idempotency_key ?? undefined,
    prefer: vector.prefer ?? undefined,
    body: vector.body_as_sent === null ? undefined : Buffer.from(vector.body_as_sent),
  }
  expect(canonicalString(parts)).toBe(vector.canonical)
  expect(signature(parts, vectors.secret_key)).toBe(vector.signature)
})

test.each(vectors.requests.filter(({ body_as_sent }) => body_as_sent !== null))(
  'and encrypts as published: $name',
  (vector) => {
    const iv = Buffer.from(vector.iv ?? '', 'base64')
    const payload = seal(Buffer.from(vector.plaintext ?? ''), vectors.payload_encryption_key, iv)
    expect(JSON.stringify({ payload })).toBe(vector.body_as_sent)
  },
)

test.each(vectors.responses)('and opens the published answer: $name', (vector) => {
  const { payload } = JSON.parse(vector.body_as_sent) as { payload: string }
  const key = vectors.payload_encryption_key
  const open = (nonce: string, status: number) =>
    openAnswer(payload, key, vector.iv, nonce, status).toString('utf8')
  expect(open(vector.request_nonce, vector.status)).toBe(vector.plaintext)
  expect(() => open(vector.request_nonce, vector.status + 1)).toThrow()
  expect(() => open('00000000-0000-4000-8000-000000000000', vector.status)).toThrow()
})
