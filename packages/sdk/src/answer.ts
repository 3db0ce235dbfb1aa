import type { KeyObject } from 'node:crypto'
import { type ErrorCode, headerNames, responseAdditionalData } from '@nani/contract'
import { DecryptionError, decodeIv, decryptBody } from '@nani/contract/node'
import { NaniProtocolError } from './errors.ts'
import { refusalError } from './refusal-error.ts'
import type { TransportAnswer } from './transports/transport.ts'

type JsonObject = Record<string, unknown>

/**
 * The body of a successful answer. It must decrypt with the nonce of the request and the received status
 * (spec/wire#encrypted-responses). Only a refusal before the signature check may be plain. Throws a NaniError.
 */
export const openAnswer = (
  answer: TransportAnswer,
  nonce: string,
  payloadEncryptionKey: KeyObject,
  nowMs: number,
): JsonObject => {
  const iv = answer.headers[headerNames.iv]
  const body =
    iv === undefined ? plainRefusal(answer) : decryptedBody(answer, iv, nonce, payloadEncryptionKey)
  if (answer.status >= 200 && answer.status < 300) return body
  if (typeof body.error !== 'string') throw invalid(answer, 'carries no error code')
  throw refusalError(answer, { ...body, error: body.error }, nowMs)
}

const plainRefusal = (answer: TransportAnswer): JsonObject => {
  // An unencrypted success can come from anyone, so it is refused.
  if (answer.status < 400) throw invalid(answer, 'is not encrypted, as an answer to a signed call must be')
  const body = parseObject(answer, answer.body)
  if (!precedeVerification.has(body.error)) {
    throw invalid(
      answer,
      'is a refusal that only a service which knows the caller gives, and is not encrypted',
    )
  }
  return body
}

/** Codes that a server can send before it has authenticated the caller. Any other plain answer is refused. */
const precedeVerification: ReadonlySet<unknown> = new Set<ErrorCode>([
  'payload_too_large',
  'authentication_required',
  'invalid_api_key',
  'timestamp_out_of_window',
  'invalid_signature',
  // The body was interrupted, or a proxy changed the request.
  'malformed_body',
  'overloaded',
  'internal_error',
])

const decryptedBody = (
  answer: TransportAnswer,
  iv: string,
  nonce: string,
  payloadEncryptionKey: KeyObject,
): JsonObject => {
  const { payload } = parseObject(answer, answer.body)
  if (typeof payload !== 'string') throw invalid(answer, 'is not the encryption wrapper')
  const additionalData = responseAdditionalData(nonce, answer.status)
  try {
    const plaintext = decryptBody(payloadEncryptionKey, decodeIv(iv), payload, additionalData)
    return parseObject(answer, plaintext.toString())
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error
    throw invalid(answer, `does not decrypt (${error.reason}): it was altered, or answers another call`)
  }
}

const parseObject = (answer: TransportAnswer, text: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  } catch {
    // No rethrow: the message of the parser may quote personal data.
  }
  throw invalid(answer, 'is not a JSON object')
}

// The 502 page of a proxy does not come from the service and is temporary, so the call is retried.
const invalid = (answer: TransportAnswer, why: string) =>
  new NaniProtocolError(`The answer with status ${answer.status} ${why}.`, {
    status: answer.status,
    requestId: answer.headers['x-request-id'] ?? null,
    retryable: answer.headers[headerNames.iv] === undefined && answer.status >= 500,
  })
