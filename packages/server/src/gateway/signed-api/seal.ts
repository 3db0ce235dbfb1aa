import type { Readable } from 'node:stream'
import { responseAdditionalData } from '@nani/contract'
import { encryptBody, encryptedBodyJson } from '@nani/contract/node'
import { type Random, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Exchange } from '../gateway/index.ts'
import { sealedLength, sealInPieces } from './seal-in-pieces.ts'

export type HttpAnswer = { status: number; headers: Record<string, string>; body: string | Readable }

const ivBytes = 12

/** Maximum number of characters of a response that is encrypted in one step. A longer one is encrypted while it is sent. */
const maxUndividedLength = 256 * 1024

/** spec/wire#encrypted-responses: encrypted once the signature has verified, errors included; plain JSON before. */
export const sealResponse = ({ context, response }: Exchange, random: Random): HttpAnswer => {
  const { requestId } = context.request
  const status = response.status
  const text =
    response instanceof Refusal
      ? JSON.stringify({ ...response.body(), request_id: requestId })
      : response.body
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(response instanceof Refusal ? retryAfter(response) : response.headers),
  }
  if (!context.verified) return { status, headers, body: text }
  const iv = random.bytes(ivBytes)
  const additional = responseAdditionalData(context.headers.nonce, status)
  headers['X-SVC-IV'] = iv.toString('base64')
  if (context.ivReused && context.request.environment === 'sandbox') headers['X-SVC-Warning'] = 'iv_reused'
  const { payloadKey, clockAheadMs } = context.application
  if (clockAheadMs > 0) headers['Nani-Test-Clock'] = rfc3339(context.request.receivedAtMs + clockAheadMs)
  if (text.length <= maxUndividedLength) {
    return { status, headers, body: encryptedBodyJson(encryptBody(payloadKey, iv, text, additional)) }
  }
  const plaintext = Buffer.from(text)
  headers['Content-Length'] = String(sealedLength(plaintext.length))
  return { status, headers, body: sealInPieces(payloadKey, iv, plaintext, additional) }
}

const retryAfter = (refusal: Refusal): Record<string, string> =>
  typeof refusal.context.retry_after === 'number'
    ? { 'Retry-After': String(refusal.context.retry_after) }
    : {}
