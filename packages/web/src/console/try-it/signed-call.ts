import { canonicalString, encryption, keyMaterial, responseAdditionalData } from '@nani/contract'
import { base64Of, bytesOf } from '../../staff/base64.ts'

export type Keys = { api_key: string; secret_key: string; payload_encryption_key: string }
export type Call = { origin: string; method: string; target: string; body: string }
export type SignedCall = {
  call: Call
  canonical: string
  headers: Record<string, string>
  /** The body on the wire; null: the call has none. */
  sent: string | null
}
export type CallAnswer = SignedCall & {
  status: number
  requestId: string | null
  text: string
  /** The same call with a nonce of its own, which was not sent. A nonce counts once. */
  unsent: SignedCall
}

const encoder = new TextEncoder()
const tagLength = encryption.tagBytes * 8

const hexOf = (buffer: ArrayBuffer): string =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const aesKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(keyMaterial(key)), 'AES-GCM', false, ['encrypt', 'decrypt'])

const encrypted = async (body: string, keys: Keys, iv: Uint8Array<ArrayBuffer>): Promise<string> => {
  const key = await aesKey(keys.payload_encryption_key)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, tagLength }, key, encoder.encode(body))
  return JSON.stringify({ payload: base64Of(sealed) })
}

const signatureOf = async (canonical: string, secretKey: string): Promise<string> => {
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(keyMaterial(secretKey)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  return hexOf(await crypto.subtle.sign('HMAC', key, encoder.encode(canonical)))
}

/** Signs and encrypts a call in the browser. The keys are used here and are never sent. */
export const signCall = async (call: Call, keys: Keys): Promise<SignedCall> => {
  const { method, target, body } = call
  const iv = crypto.getRandomValues(new Uint8Array(encryption.ivBytes))
  const sent = body.trim() === '' ? null : await encrypted(body, keys, iv)
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const nonce = crypto.randomUUID()
  const idempotencyKey = method === 'POST' ? crypto.randomUUID() : ''
  const ivText = sent === null ? '' : base64Of(iv.buffer)
  const bodySha256 = hexOf(await crypto.subtle.digest('SHA-256', encoder.encode(sent ?? '')))
  const canonical = canonicalString({
    ...{ method, target, timestamp, nonce, iv: ivText, idempotencyKey, prefer: '', bodySha256 },
  })
  return {
    ...{ call, canonical, sent },
    headers: {
      'X-SVC-Key-Id': keys.api_key,
      'X-SVC-Timestamp': timestamp,
      'X-SVC-Nonce': nonce,
      'X-SVC-Signature': await signatureOf(canonical, keys.secret_key),
      ...(sent !== null && { 'X-SVC-IV': ivText, 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== '' && { 'Idempotency-Key': idempotencyKey }),
    },
  }
}

/** Sends a signed call and decrypts its answer. An error of authentication is not encrypted. */
export const makeCall = async (call: Call, keys: Keys): Promise<CallAnswer> => {
  const signed = await signCall(call, keys)
  const answer = await fetch(`${call.origin}${call.target}`, {
    ...{ method: call.method, headers: signed.headers, credentials: 'omit', referrerPolicy: 'no-referrer' },
    ...(signed.sent !== null && { body: signed.sent }),
  })
  const received = await answer.text()
  const iv = answer.headers.get('X-SVC-IV')
  const text = iv === null ? received : await decrypted(received, iv, { keys, signed, status: answer.status })
  const requestId = answer.headers.get('X-Request-Id')
  return { ...signed, status: answer.status, requestId, text, unsent: await signCall(call, keys) }
}

const decrypted = async (
  received: string,
  iv: string,
  { keys, signed, status }: { keys: Keys; signed: SignedCall; status: number },
): Promise<string> => {
  const { payload } = JSON.parse(received) as { payload: string }
  const additionalData = encoder.encode(responseAdditionalData(signed.headers['X-SVC-Nonce'] ?? '', status))
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytesOf(iv), tagLength, additionalData },
    await aesKey(keys.payload_encryption_key),
    bytesOf(payload),
  )
  return new TextDecoder().decode(plain)
}
