import type { Environment, ErrorCode, Identifier, IdentifierType, Scope, ServiceName } from '@nani/contract'
import type Type from 'typebox'
import type { IdSource, Refusal } from '../core/index.ts'
import type { Application } from '../gateway/index.ts'
import type { Companion } from '../ledger/index.ts'
import type { Origin } from './perform.ts'
import type { ResultPart } from './result-parts.ts'

/** What a service is asked once everything common has been checked. */
export type ServiceCall<Request> = {
  request: Request
  /** Normalised; null only where the request of the service may do without one. */
  identifier: Request extends { identifier: Identifier } ? Identifier : Identifier | null
  environment: Environment
  applicationId: string
  /** The scopes to apply: those requested and granted, in the order of the catalogue. */
  scopes: readonly Scope[]
  nowMs: number
  /** The id that the result will have, for what refers to it. */
  resultId: string
  /** For objects that the call makes beside its result. */
  newId: IdSource
  /** Who called, for what a service keeps of that itself. */
  origin: Origin
}

/** What a service answers. `members` are the fields of its result beside the common envelope, in order. */
export type Performed = {
  /** How it ended, in a word: for the audit, and `result` where the declared result has that member. */
  outcome: string
  members: Record<string, unknown>
  scopesApplied: readonly Scope[]
  scopesWithheld: readonly Scope[]
  /** The identity that resolved, for the audit; null when none did. */
  svcId: string | null
  /** What is kept with the result, sealed as it is, and told by its parts alone. */
  kept?: unknown
  /** What the commit writes besides, or nothing of the call happens. */
  companion?: Companion
}

export type WrongField = { field: string; reason: string }

/**
 * What a service is: one declaration, from which come its routes, its four request modes, its validation,
 * metering, audit, and description. `perform` is the only code that is particular to it.
 */
export type Service<Request = Record<string, unknown>> = {
  name: ServiceName
  /** `object` of its results. */
  object: string
  idPrefix: string
  path: string
  title: string
  summary: string
  /** What a newcomer must know of it, in CommonMark. */
  description: string
  /** Calls that the description shows, with what the code answers to them. */
  examples: readonly { name: string; summary: string; request: Record<string, unknown> }[]
  /** What \`perform\` may refuse. */
  refusals: readonly ErrorCode[]
  request: Type.TObject
  result: Type.TObject
  /** Request fields that may stand once at the level of a batch (spec 1 § Batch rules). */
  batchFields: readonly string[]
  /** Where an identifier may stand in a request, and which types each place takes. One is filled at most. */
  identifierTypes: Readonly<Record<string, readonly IdentifierType[]>>
  /** A rule among fields, which a shape cannot say: names the field that breaks it. */
  checkFields?(request: Request): WrongField | null
  /** What this application was not allowed, though the request is well-formed: throws the refusal. */
  checkPermission?(request: Request, application: Application): void
  /** What of a result has an address of its own, below that of the result. */
  parts?: readonly ResultPart[]
  /** How many items of a batch are performed at once, where each is work and not waiting. */
  concurrentItems?: number
  /** Event of an asynchronous single call (spec 2 § Catalogue). */
  completedEvent: string
  perform(call: ServiceCall<Request>): Promise<Performed>
  /** What a service keeps of a call that `perform` refused, before the refusal is told. */
  onRefused?(call: ServiceCall<Request>, refusal: Refusal): Promise<void>
}

/** The declaration as the common code sees it: the request type matters to `perform` alone. */
export const defineService = <Request>(service: Service<Request>): Service => service as unknown as Service
