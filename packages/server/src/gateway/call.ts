import type { Environment, ServiceName } from '@nani/contract'
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
}

/** Who is at the other end of the connection, after configured proxies are taken into account. */
export type Peer = {
  address: string
  /** SHA-256 of the client certificate, or null when none was presented. */
  thumbprint: string | null
  /** The certificate chains to our authority and is in its validity. */
  certificateTrusted: boolean
}

/** A call whose caller is known and whose body is open. */
export type OpenCall = {
  request: IncomingRequest
  application: Application
  /** The decrypted JSON object; null when the request had no body. */
  body: unknown
  /** `Prefer: respond-async` was sent. */
  prefersAsync: boolean
}

/** The right to answer an idempotency key for the first time; it must be settled or released. */
export type Claim = { applicationId: string; key: string; claim: string }

export type Answer = {
  status: number
  body: string
  headers?: Record<string, string>
  /** The audit entry was part of the commit. */
  audited: boolean
}

/** What is left of a call once everything that needs no database has been checked. */
export type PreparedCall = {
  /** The service whose quota this call uses, and the purpose and scopes to write into the audit. */
  usesQuotaOf: ServiceName | null
  run(claim: Claim | null): Promise<Answer>
}

/** One route of the signed API. */
export type Endpoint = {
  method: 'GET' | 'POST'
  path: string
  /** The service that must be enabled, or null for what is common to all. */
  service: ServiceName | null
  bodyLimitBytes: number
  body: 'required' | 'optional' | 'none'
  /** Field validation, purpose and scopes: throws a Refusal, asks nobody. */
  prepare(call: OpenCall): PreparedCall
}
