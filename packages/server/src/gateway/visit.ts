import type { Application } from './application.ts'
import type { Endpoint, IncomingRequest } from './call.ts'

/** The signing headers of a request, once their form has been checked. */
export type SigningHeaders = {
  keyId: string
  timestamp: string
  nonce: string
  iv: string
  signature: string
  idempotencyKey: string
  prefer: string
}

/** One request on its way through the checks; each check adds what it established. */
export type Visit = {
  readonly request: IncomingRequest
  /** Null: no such route, the caller still gets an encrypted answer when the signature verifies. */
  readonly endpoint: Endpoint | null
  /** As sent; empty until it has been read, which is after the caller's key is known. */
  rawBody: Buffer
  headers?: SigningHeaders
  application?: Application
  /** From here on every answer is encrypted (decisions §2). */
  verified: boolean
  plaintext?: Buffer | null
  body?: unknown
}

/** One rule of decisions §3: returns when it holds, throws a Refusal when it does not. */
export type Check = (visit: Visit) => void | Promise<void>

export const newVisit = (request: IncomingRequest, endpoint: Endpoint | null): Visit => ({
  request,
  endpoint,
  rawBody: noBytes,
  verified: false,
})
const noBytes = Buffer.alloc(0)

/** What an earlier check has established; its absence is a mistake in the order of the pipeline. */
export const established = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('a check ran before the one that it builds on')
  return value
}
