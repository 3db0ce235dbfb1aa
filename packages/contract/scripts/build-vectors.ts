import { createHash } from 'node:crypto'
import { canonicalString, responseAdditionalData } from '../src/index.ts'
import { decodeKey, encryptBody, encryptedBodyJson, sha256Hex, sign, signWebhook } from '../src/node.ts'
import {
  type RequestCase,
  type ResponseCase,
  requestCases,
  responseCases,
  webhookCases,
} from './vector-cases.ts'

// Replaces random bytes by a hash of their name, so that the file can be generated again.
const bytesOf = (label: string, length: number) =>
  createHash('sha256').update(`nani test vector: ${label}`).digest().subarray(0, length)

const uuidOf = (label: string): string => {
  const bytes = Buffer.from(bytesOf(label, 16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const secretKey = `sk_test_${bytesOf('secret key', 32).toString('base64url')}`
const payloadEncryptionKey = `pek_test_${bytesOf('payload encryption key', 32).toString('base64url')}`
const signingBytes = decodeKey(secretKey)
const payloadBytes = decodeKey(payloadEncryptionKey)
const firstTimestamp = 1_795_000_000

const buildRequest = (request: RequestCase, index: number) => {
  const iv = request.plaintext === undefined ? null : bytesOf(`request iv ${index}`, 12)
  const body = iv ? encryptedBodyJson(encryptBody(payloadBytes, iv, request.plaintext!)) : null
  const signed = {
    method: request.method,
    target: request.target,
    timestamp: String(firstTimestamp + index),
    nonce: uuidOf(`nonce ${index}`),
    iv: iv?.toString('base64') ?? '',
    idempotencyKey: request.idempotencyKey ?? '',
    prefer: request.prefer ?? '',
    bodySha256: sha256Hex(body),
  }
  const canonical = canonicalString(signed)
  return {
    name: request.name,
    method: signed.method,
    target: signed.target,
    timestamp: signed.timestamp,
    nonce: signed.nonce,
    iv: iv ? signed.iv : null,
    idempotency_key: request.idempotencyKey ?? null,
    prefer: request.prefer ?? null,
    plaintext: request.plaintext ?? null,
    body_as_sent: body,
    body_sha256: signed.bodySha256,
    canonical,
    signature: sign(signingBytes, canonical),
  }
}

const buildResponse = ({ name, status, body }: ResponseCase, index: number) => {
  const nonce = uuidOf(`nonce ${index}`)
  const iv = bytesOf(`response iv ${index}`, 12)
  const plaintext = JSON.stringify(body)
  const additionalData = responseAdditionalData(nonce, status)
  return {
    name,
    request_nonce: nonce,
    status,
    additional_authenticated_data: additionalData,
    iv: iv.toString('base64'),
    body_as_sent: encryptedBodyJson(encryptBody(payloadBytes, iv, plaintext, additionalData)),
    plaintext,
  }
}

type BuiltRequest = ReturnType<typeof buildRequest>
type BuiltResponse = ReturnType<typeof buildResponse>

const altered = (payload: string, change: (bytes: Buffer) => Buffer): string =>
  encryptedBodyJson(change(Buffer.from(payload, 'base64')).toString('base64'))

const payloadOf = (response: BuiltResponse): string => JSON.parse(response.body_as_sent).payload

const rejectedResponses = (answer: BuiltResponse, other: BuiltResponse) => {
  const payload = payloadOf(answer)
  const { request_nonce, status, iv, body_as_sent } = answer
  const intact = { request_nonce, status, iv, body_as_sent }
  const flipped = (at: (bytes: Buffer) => number) =>
    altered(payload, (bytes) => {
      bytes[at(bytes)]! ^= 1
      return bytes
    })
  return [
    { name: 'one bit of the tag altered', ...intact, body_as_sent: flipped((bytes) => bytes.length - 1) },
    { name: 'one bit of the ciphertext altered', ...intact, body_as_sent: flipped(() => 0) },
    { name: 'the answer to another request', ...intact, request_nonce: other.request_nonce },
    { name: 'the status altered on the way', ...intact, status: 500 },
    { name: 'another IV', ...intact, iv: other.iv },
    { name: 'an IV of 16 bytes', ...intact, iv: bytesOf('long iv', 16).toString('base64') },
    {
      name: 'shorter than a tag',
      ...intact,
      body_as_sent: altered(payload, (bytes) => bytes.subarray(0, 15)),
    },
    {
      name: 'sealed without additional authenticated data',
      ...intact,
      body_as_sent: encryptedBodyJson(encryptBody(payloadBytes, Buffer.from(iv, 'base64'), answer.plaintext)),
    },
  ]
}

const rejectedSignatures = (request: BuiltRequest, read: BuiltRequest) => {
  const { canonical, signature } = request
  return [
    { name: 'a line feed at the end', canonical, signature: sign(signingBytes, `${canonical}\n`) },
    {
      name: 'lines joined by CR LF',
      canonical,
      signature: sign(signingBytes, canonical.replaceAll('\n', '\r\n')),
    },
    {
      name: 'the text of the key in place of its bytes',
      canonical,
      signature: sign(Buffer.from(secretKey), canonical),
    },
    {
      name: 'the Payload Encryption Key in place of the Secret Key',
      canonical,
      signature: sign(payloadBytes, canonical),
    },
    { name: 'the signature of another request', canonical: read.canonical, signature },
    {
      name: 'the query left out',
      canonical: read.canonical,
      signature: sign(signingBytes, read.canonical.replace(/\?.*/, '')),
    },
  ]
}

/** The content of vectors.json. It is deterministic. */
export const buildVectors = () => {
  const requests = requestCases.map(buildRequest)
  const responses = responseCases.map(buildResponse)
  const webhooks = webhookCases.map((body, index) => {
    const timestamp = String(firstTimestamp + 100 + index)
    return { timestamp, body, signature: signWebhook(payloadBytes, timestamp, body) }
  })
  const webhook = webhooks[0]!
  return {
    about: 'Test vectors of the Nani wire protocol; docs/wire-protocol.md explains every field.',
    secret_key: secretKey,
    payload_encryption_key: payloadEncryptionKey,
    requests,
    responses,
    webhooks,
    must_be_rejected: {
      responses: rejectedResponses(responses[0]!, responses[1]!),
      signatures: rejectedSignatures(requests[0]!, requests[6]!),
      webhooks: [
        { name: 'the body written anew', ...webhook, body: webhook.body.replaceAll(':', ': ') },
        { name: 'another timestamp', ...webhook, timestamp: String(Number(webhook.timestamp) + 1) },
      ],
    },
  }
}
