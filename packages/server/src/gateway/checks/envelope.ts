import { DecryptionError, decodeIv, decryptBody } from '@nani/contract/node'
import { Refusal } from '../../core/index.ts'
import { type Check, established } from '../visit.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Decisions §2: opens the wrapper and the AES-256-GCM payload. A request has no additional data. */
export const openEnvelope: Check = (visit) => {
  const { rawBody, endpoint } = visit
  if (rawBody.length === 0) {
    if (endpoint?.body === 'required') throw new Refusal('malformed_body')
    visit.plaintext = null
    return
  }
  const wrapper = parseObject(rawBody)
  if (typeof wrapper.payload !== 'string') throw new Refusal('malformed_body')
  try {
    const iv = decodeIv(established(visit.headers).iv)
    visit.plaintext = decryptBody(established(visit.application).payloadKey, iv, wrapper.payload)
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error
    throw new Refusal(error.reason === 'encoding' ? 'malformed_body' : 'decryption_failed')
  }
}

/** Decisions §4 `malformed_body`: not JSON, or not an object. */
export const parsePlaintext: Check = (visit) => {
  const plaintext = established(visit.plaintext)
  visit.body = plaintext === null ? null : parseObject(plaintext)
}

const parseObject = (bytes: Buffer): Record<string, unknown> => {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw new Refusal('malformed_body')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('malformed_body')
  return value as Record<string, unknown>
}
