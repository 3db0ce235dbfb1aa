import type { KeyObject } from 'node:crypto'
import { decodeIv } from '@nani/contract/node'
import type { Refusal } from '@nani/foundation/core/index.ts'
import { blockBytes } from '@nani/foundation/http/index.ts'
import type { Endpoint, RequestForm } from './call.ts'
import { fingerprintHead } from './checks/idempotency-key.ts'
import type {
  RequestContext,
  WithApplication,
  WithBody,
  WithContent,
  WithEndpoint,
  WithHeaders,
} from './request-context.ts'

/** A body to be opened off the event loop. Its memory is handed over. */
export type LargeBody = {
  /** Whose share of the workers it takes from. */
  applicationId: string
  store: ArrayBuffer
  length: number
  key: KeyObject
  iv: Uint8Array
  fingerprintHead: string
  form: RequestForm
}

export type OpenedBody = {
  fingerprint: Uint8Array
  /** The known fields; of a batch, what `prepare` of its endpoint reads them from. */
  body: unknown
  /** Why the fields are refused, once everything before field validation has passed. */
  wrong: Refusal | null
}

/** Decrypts, bounds, parses and validates; rejects with the Refusal of decryption or of JSON. */
export type OpenLargeBody = (body: LargeBody) => Promise<OpenedBody>

/** A body within one block costs the event loop less than a millisecond; a larger one is opened elsewhere. */
export const isLarge = ({ rawBody }: WithBody): boolean => rawBody.length > blockBytes

const nothingKnown: RequestForm = {
  name: '',
  schema: { type: 'object', properties: {} },
  batch: null,
  structure: { maxMarks: 4_096, maxDepth: 64 },
}

export const formOf = ({ form = nothingKnown }: Endpoint): RequestForm => form

export const openLarge = async (
  context: RequestContext & WithEndpoint & WithHeaders & WithApplication & WithBody,
  open: OpenLargeBody,
): Promise<WithContent> => {
  const { request, endpoint, headers, application, rawBody } = context
  const { fingerprint, body, wrong } = await open({
    applicationId: application.applicationId,
    store: storeOf(rawBody),
    length: rawBody.length,
    key: application.payloadKey,
    iv: ivOf(headers.iv),
    fingerprintHead: fingerprintHead(request),
    form: formOf(endpoint),
  })
  return { content: { kind: 'opened', fingerprint, body, wrong } }
}

/** The memory of a body as it arrived, or a copy where it shares its memory with others. */
const storeOf = ({ buffer, byteOffset, length }: Buffer): ArrayBuffer =>
  byteOffset === 0 && buffer instanceof ArrayBuffer && buffer.resizable
    ? buffer
    : (buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer)

/** An IV of the wrong size is refused after the wrapper is known to be one. */
const ivOf = (header: string): Uint8Array => {
  try {
    return decodeIv(header)
  } catch {
    return new Uint8Array(0)
  }
}
