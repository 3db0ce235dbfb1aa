import { randomBytes, randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { canonicalString, responseAdditionalData } from '@nani/contract'
import { decodeIv, decryptBody, encryptBody, encryptedBodyJson, sha256Hex, sign } from '@nani/contract/node'
import type { Application } from '../gateway/gateway/index.ts'

/** One call, right in every respect that is not changed here. */
export type Call = {
  method?: string
  target?: string
  /** The JSON that is encrypted; undefined: no body. */
  body?: unknown
  /** In place of the JSON of the body. */
  plaintext?: string | Buffer
  /** The bytes on the wire, in place of the encryption wrapper. */
  rawBody?: string | Buffer
  iv?: Buffer
  nonce?: string
  /** Unix seconds. */
  timestamp: number
  idempotencyKey?: string
  prefer?: string
  signature?: string
  /** Headers in addition to the signed ones. Null removes one. */
  headers?: Record<string, string | null>
}

export type Reply = {
  status: number
  /** Carried X-SVC-IV, and opened under the key of the application. */
  encrypted: boolean
  text: string
  json: Record<string, unknown> & { error?: string; data?: unknown[] }
  headers: Record<string, string | string[] | undefined>
}

export type Sent = {
  method: string
  target: string
  headers: Record<string, string>
  body: Buffer
  nonce: string
}

/** Encrypts and signs as spec/wire#canonical-string and spec/wire#encryption say. */
export const prepareCall = (application: Application, call: Call): Sent => {
  const { method = 'POST', target = '/v1/kyc/validations', nonce = randomUUID() } = call
  const text = call.plaintext ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
  const ivBytes = call.iv ?? randomBytes(12)
  const wrapped =
    text === undefined ? undefined : encryptedBodyJson(encryptBody(application.payloadKey, ivBytes, text))
  const body = Buffer.from(call.rawBody ?? wrapped ?? '')
  const iv = body.length > 0 ? ivBytes.toString('base64') : ''
  const { idempotencyKey = '', prefer = '', timestamp } = call
  const canonical = canonicalString({
    method,
    target,
    timestamp: String(timestamp),
    nonce,
    iv,
    idempotencyKey,
    prefer,
    bodySha256: sha256Hex(body),
  })
  const headers: Record<string, string | null> = {
    'x-svc-key-id': application.apiKey,
    'x-svc-timestamp': String(timestamp),
    'x-svc-nonce': nonce,
    'x-svc-iv': iv || null,
    'idempotency-key': idempotencyKey || null,
    prefer: prefer || null,
    'x-svc-signature': call.signature ?? sign(application.secretKey, canonical),
    'content-type': body.length > 0 ? 'application/json' : null,
    ...call.headers,
  }
  return {
    method,
    target,
    nonce,
    body,
    headers: Object.fromEntries(
      Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null),
    ),
  }
}

/** Sends a call over a real connection and opens its answer as a client would. */
export const sendCall = (baseUrl: string, application: Application, call: Call): Promise<Reply> =>
  sendPrepared(baseUrl, application, prepareCall(application, call))

export const sendPrepared = (baseUrl: string, application: Application, sent: Sent): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl)
    const { method, target, headers, body } = sent
    const outgoing = httpRequest({ hostname, port, method, path: target, headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const status = incoming.statusCode ?? 0
        const iv = incoming.headers['x-svc-iv']
        const raw = Buffer.concat(chunks).toString()
        const text = typeof iv === 'string' ? open(application, raw, iv, sent.nonce, status) : raw
        resolve({
          status,
          encrypted: typeof iv === 'string',
          text,
          json: JSON.parse(text),
          headers: incoming.headers,
        })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

const open = (application: Application, raw: string, iv: string, nonce: string, status: number): string => {
  const { payload } = JSON.parse(raw) as { payload: string }
  const additional = responseAdditionalData(nonce, status)
  return decryptBody(application.payloadKey, decodeIv(iv), payload, additional).toString()
}
