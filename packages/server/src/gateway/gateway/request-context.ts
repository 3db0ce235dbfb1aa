import type { Refusal } from '@nani/foundation/core/index.ts'
import type { RenderingMemory } from '@nani/foundation/http/index.ts'
import type { Admission } from './admit.ts'
import type { Application } from './application.ts'
import type { Endpoint, Idempotency, IncomingRequest, PreparedCall } from './call.ts'

/*
 * The facts about a request, one type for each. A check takes the facts that it needs and returns those that it
 * establishes. The table of checks adds them up, so that the compiler knows which facts a later check can use.
 */

/** In place of an endpoint for a path or a method that does not exist. */
export type UnknownEndpoint = Pick<Endpoint, 'bodyLimitBytes' | 'disclosedBy'> & {
  service: null
  body: 'optional'
  refusal: Refusal
}

/** What is known of a request before the first check. */
export type RequestContext = {
  readonly request: IncomingRequest
  readonly endpoint: Endpoint | UnknownEndpoint
  /** From then on every response is encrypted (spec/wire#encrypted-responses). */
  verified: boolean
  /** The IV of the body was used before under this key. */
  ivReused: boolean
}

/** The signing headers, once their form has been checked. */
export type SigningHeaders = {
  keyId: string
  timestamp: string
  nonce: string
  iv: string
  signature: string
  idempotencyKey: string
  prefer: string
}
export type WithHeaders = { readonly headers: SigningHeaders }

/** The application of a key that exists. Only the signature shows that the caller owns the key. */
export type WithApplication = { readonly application: Application }

/** The checks before the body have passed. */
export type IdentifiedRequest = RequestContext &
  WithHeaders &
  WithApplication & {
    /** Whose share of the memory of bodies this request uses. */
    readonly budgetKey: string
  }

/** The body as it arrived, and what its response may use. */
export type WithBody = {
  readonly rawBody: Buffer
  /** Lower-case hex SHA-256 of the raw body where it was computed while the body arrived. */
  readonly bodySha256: string | null
  /** Charges the response while it is rendered. */
  readonly memory: RenderingMemory
}

export type WithValidSignature = { verified: true }

/** The endpoint exists. */
export type WithEndpoint = { readonly endpoint: Endpoint }

/** The decrypted body. A large one was also parsed and validated, outside the event loop. */
export type Content =
  | { kind: 'plaintext'; plaintext: Buffer | null }
  | { kind: 'opened'; fingerprint: Uint8Array; body: unknown; wrong: Refusal | null }
export type WithContent = { readonly content: Content }

/** The JSON object of the body; null when the request had no body. */
export type WithParsedBody = { readonly body: unknown }

/** Null for a request that cannot be replayed. */
export type WithIdempotency = { readonly idempotency: Idempotency | null }

export type WithPreparedCall = { readonly prepared: PreparedCall }

/** The result of the admission. */
export type WithAdmission = {
  readonly admission: Admission
  /** False for a call that a local check refused: then nothing is locked for it. */
  readonly wantsLock: boolean
}

export const newRequestContext = (
  request: IncomingRequest,
  endpoint: Endpoint | UnknownEndpoint,
): RequestContext => ({ request, endpoint, verified: false, ivReused: false })
