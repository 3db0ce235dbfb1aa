import type { Environment, ServiceName } from '@nani/contract'
import type { StructureBounds } from '@nani/foundation/core/index.ts'
import type { Peer, RenderingMemory } from '@nani/foundation/http/index.ts'
import type { Application } from './application.ts'

/** An HTTP request as the listener hands it over: nothing in it is trusted yet. */
export type IncomingRequest = {
  requestId: string
  environment: Environment
  method: string
  /** Path and query exactly as sent: they are signed. */
  target: string
  /** The pattern of the route, for the audit: it names no object. */
  route: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  peer: Peer
  receivedAtMs: number
  /** The milliseconds since the headers arrived, by a clock that is never set. */
  elapsedMs?: () => number
}

/** A call whose caller is known and whose body is open. */
export type OpenCall = {
  request: IncomingRequest
  application: Application
  /** The decrypted JSON object; null when the request had no body. Of a large one, the known fields only. */
  body: unknown
  /** `Prefer: respond-async` was sent. */
  prefersAsync: boolean
  /** Charges the response while it is rendered. */
  memory: RenderingMemory
}

/** The Idempotency-Key of a request. The fingerprint distinguishes the request from others with the same key. */
export type Idempotency = { key: string; fingerprint: Buffer }

/**
 * The lock on an idempotency key, held by one request until its lease ends. The request completes it in its commit, or
 * releases it. The token is a fence: it is wrong once another request has taken the lock over.
 */
export type IdempotencyLock = { applicationId: string; key: string; token: string }

/** What an endpoint returns for a call that succeeded. */
export type EndpointResponse = {
  status: number
  body: string
  headers?: Record<string, string>
  /** The audit entry was part of the transaction that made this response true. */
  audited: boolean
  /** The results that the body discloses. Absent when a stored response is replayed: then `disclosedBy` reads it. */
  disclosedIds?: readonly string[]
}

/** Asks another component for a permission. It throws the refusal, and stops when the signal aborts. */
export type Authorise = (signal: AbortSignal) => Promise<void>

/** What is left of a call once everything that needs no database has been checked. */
export type PreparedCall = {
  /** The service whose quota this call uses. */
  usesQuotaOf: ServiceName | null
  /** The least that this call costs, in millionths. A call that this does not cover is not performed. Absent: nothing. */
  cost?: number
  /** The permissions that this call needs. Each is asked for at its place in the order of the checks. */
  authorise?: { consent?: Authorise; funds?: Authorise }
  /** Performs the call. With a lock, the response is stored for replay. */
  run(lock: IdempotencyLock | null): Promise<EndpointResponse>
}

/** What a body of an endpoint may look like, as data: it is also read in worker threads. */
export type RequestForm = {
  /** No other form has this name. */
  name: string
  /** JSON schema of the request, or of one item where `batch` is not null. */
  schema: object
  batch: { fields: readonly string[]; maxItems: number } | null
  /** What the largest legal request needs, and room for fields that are unknown. */
  structure: StructureBounds
}

/** One route of the signed API. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** The service that must be enabled, or null for what is common to all. */
  service: ServiceName | null
  /** Of production: answered also while every approved service is suspended. It says what happened, and discloses no new result. */
  isOpenWhileSuspended?: true
  bodyLimitBytes: number
  body: 'required' | 'optional' | 'none'
  /** Absent where nothing of a body is looked at. */
  form?: RequestForm
  /** The results that a stored response discloses when it is replayed. Absent: none. */
  disclosedBy?(body: unknown): readonly string[]
  /** Validates fields, purpose and scopes. Throws a Refusal. It makes no query. A large body is validated in slices. */
  prepare(call: OpenCall): PreparedCall | Promise<PreparedCall>
}
