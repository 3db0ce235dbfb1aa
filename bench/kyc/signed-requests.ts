import { randomBytes, randomUUID } from 'node:crypto'
import { canonicalString, responseAdditionalData } from '@nani/contract'
import {
  decodeIv,
  decryptBody,
  encryptBody,
  encryptedBodyJson,
  loadKey,
  sha256Hex,
  sign,
} from '@nani/contract/node'

export type Credentials = {
  base_url: string
  api_key: string
  secret_key: string
  payload_encryption_key: string
  /** Production: the files of the TLS identity. */
  ca_file?: string
  certificate_file?: string
  private_key_file?: string
}

export type SignedRequest = { nonce: string; headers: Record<string, string>; body: string }

/** Signs and encrypts before the measurement, so that the generator's own work is not measured. */
export const signRequests = (
  credentials: Credentials,
  target: string,
  bodies: readonly unknown[],
  count: number,
): SignedRequest[] => {
  const secretKey = loadKey(credentials.secret_key)
  const payloadKey = loadKey(credentials.payload_encryption_key)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const texts = bodies.map((body) => JSON.stringify(body))
  return Array.from({ length: count }, () => {
    const plaintext = texts[Math.floor(Math.random() * texts.length)] as string
    const iv = randomBytes(12)
    const body = encryptedBodyJson(encryptBody(payloadKey, iv, plaintext))
    const nonce = randomUUID()
    const parts = { timestamp, nonce, iv: iv.toString('base64'), idempotencyKey: '', prefer: '' }
    const canonical = canonicalString({ method: 'POST', target, ...parts, bodySha256: sha256Hex(body) })
    return {
      nonce,
      body,
      headers: {
        'content-type': 'application/json',
        'x-svc-key-id': credentials.api_key,
        'x-svc-timestamp': timestamp,
        'x-svc-nonce': nonce,
        'x-svc-iv': parts.iv,
        'x-svc-signature': sign(secretKey, canonical),
      },
    }
  })
}

/** Decrypts a response like a caller. Throws if it does not belong to this request. */
export const openAnswer = (
  credentials: Credentials,
  nonce: string,
  { status, iv, body }: { status: number; iv: string; body: string },
): { result?: string; error?: string } => {
  const { payload } = JSON.parse(body) as { payload: string }
  const key = loadKey(credentials.payload_encryption_key)
  return JSON.parse(
    decryptBody(key, decodeIv(iv), payload, responseAdditionalData(nonce, status)).toString('utf8'),
  )
}
