import type {
  Environment,
  ErrorCode,
  EventType,
  Identifier,
  IdentifierType,
  Purpose,
  Scope,
  ServiceName,
} from '@nani/contract'
import type { IdSource, Refusal } from '@nani/foundation/core/index.ts'
import type { Effect } from '@nani/foundation/storage/index.ts'
import type Type from 'typebox'
import type { PriceItem } from '../../../money/billing/index.ts'
import type { Origin } from '../requests/origin.ts'
import type { Alias } from './alias.ts'
import type { FieldsOf, OutcomeOf, WithPlaceholders } from './result-fields.ts'
import type { SubResource } from './sub-resource.ts'

/** A request that passed the common checks, before it is performed. */
export type CheckedCall<Request, Settings = unknown> = {
  request: Request
  /** In its canonical form. Null only where the request of the service can do without one. */
  identifier: Request extends { identifier: Identifier } ? Identifier : Identifier | null
  environment: Environment
  applicationId: string
  /** The settings that this application has for this service. */
  settings: Settings
  /** The scopes to apply, in the order of the catalogue. Only `kyc.basic` if the request has no field `scopes`. */
  scopes: readonly Scope[]
  /** The time of the application. Its test clock may be ahead of real time. */
  nowMs: number
  /** How far it is ahead. */
  clockAheadMs: number
}

/** What `perform` receives. */
export type ServiceCall<Request, Settings = unknown, Authorised = unknown> = CheckedCall<
  Request,
  Settings
> & {
  /** What `authorise` returned for this call. */
  authorised: Authorised
  /** The effective purpose: of the request, or `absentPurpose`. */
  purpose: string
  /** The id that the result will have. */
  resultId: string
  /** For objects that the call creates in addition to its result. */
  newId: IdSource
  /** For services that record who called. The path shows whether an alias was called. */
  origin: Origin
  /** The number that `reserveNumbers` reserved for this item of a batch. */
  reserved?: ReservedNumber
}

/** A number of an item of a batch, and when it was reserved. */
export type ReservedNumber = { number: number; atMs: number }

/** What `perform` returns, with the types of the declared result erased. */
export type Performed<
  Outcome extends string = string,
  Fields = Record<string, unknown>,
  Internal = unknown,
> = {
  /** The outcome for the audit. It is also `result`, if the declared result has this field. */
  outcome: Outcome
  /** The fields of the result that are not in the common envelope, in order. */
  fields: Fields
  /** The scopes whose data is in the result. Absent: none. */
  scopesApplied?: readonly Scope[]
  scopesWithheld?: readonly Scope[]
  /** The resolved identity, for the audit. Null or absent if none was resolved. */
  svcId?: string | null
  /** Stored with the result, encrypted. Only sub-resources can return it. */
  internalData?: Internal
  /** Rows of the service that the commit of the call writes. They exist exactly if the call counts. */
  effects?: readonly Effect[]
}

/** What `perform` of a service with this declared result returns. */
export type PerformedAs<Result, Internal = unknown> = Performed<OutcomeOf<Result>, FieldsOf<Result>, Internal>

export type WrongField = { field: string; reason: string }

/** The application whose resource is read. */
export type Owner = { applicationId: string; environment: Environment }

/**
 * What a service is. Its routes, request modes, validation, metering, audit and description derive from this declaration.
 * `perform` is the only code that is specific to the service.
 */
export type ServiceDeclaration<
  Request = Record<string, unknown>,
  Current = unknown,
  Performs = Performed,
  Settings = unknown,
  Internal = unknown,
  Authorised = unknown,
> = {
  name: ServiceName
  /** `object` of its results. */
  object: string
  idPrefix: string
  path: string
  title: string
  summary: string
  /** What its operations are called. `result` is what a call creates, with its article. */
  actions: { call: string; batch: string; result: string }
  /** For newcomers, in CommonMark. */
  description: string
  /** Calls that the description shows. Their responses come from the code. */
  examples: readonly { name: string; summary: string; request: Record<string, unknown> }[]
  /** The codes with which `authorise` and `perform` may refuse. */
  refusals: readonly ErrorCode[]
  /** Request fields that may be set once for a batch (spec/request-modes#batch-rules). */
  batchFields: readonly string[]
  /** The fields of a request that may hold an identifier, with the accepted types. At most one is filled. */
  identifierTypes: Readonly<Record<string, readonly IdentifierType[]>>
  /** The purpose in the audit when the request has none. Required if `purpose` is not a required field. */
  absentPurpose?: Purpose
  /** `none`: the calls are counted and a quota may limit them, but they are never billed. Absent: each call is billed. */
  charge?: 'none'
  /** The item of the price list that a request uses. Absent: the one with the name of the service. */
  priceItem?(request: Request): PriceItem
  /** The scopes that a request can be billed for. Absent: all that are requested and granted. */
  billableScopes?(request: Request, scopes: readonly Scope[]): readonly Scope[]
  /** A rule between fields, which a schema cannot express. Names the field that breaks it. */
  checkFields?(request: Request, clockAheadMs: number): WrongField | null
  /** Refuses a well-formed request that this application is not allowed to send. */
  checkPermission?(call: Pick<CheckedCall<Request, Settings>, 'request' | 'environment' | 'settings'>): void
  /**
   * Refuses a call for a reason that only the database knows, such as a missing consent. It runs between the scopes and
   * the quota (spec/checks#order-of-checks), and again when an accepted job or item is performed. It stops when the signal
   * aborts. `perform` receives what it returns, such as the consent that it found.
   */
  authorise?(call: CheckedCall<Request, Settings>, signal?: AbortSignal): Promise<Authorised>
  /** Parts of a result with a path of their own, below that of the result. */
  subResources?: readonly SubResource<Internal>[]
  /**
   * For a living resource: its current state, or null if this application has none with this id. `GET` returns it for as
   * long as it exists. Jobs, batches and idempotent replays return the first response.
   */
  readCurrent?(id: string, owner: Owner): Promise<Current | null>
  /** Further paths of the two single modes. */
  aliases?: readonly Alias<Request>[]
  /** Maximum number of items of one batch that are performed at once. For items that need much CPU. */
  concurrentItems?: number
  /**
   * Reserves consecutive numbers for the items of a batch when it is accepted, and returns the first. The numbers follow
   * the order of the items, although items are performed at the same time. Those of failed items are not used.
   */
  reserveNumbers?(batch: { environment: Environment; count: number; atMs: number }): Promise<number>
  /** Event of an asynchronous single call (spec/webhooks#event-catalogue). */
  completedEvent?: EventType
  /** Event of every new result, in each mode, with the result as it was returned first. */
  createdEvent?: EventType
  perform(call: ServiceCall<Request, Settings, Authorised>): Promise<Performs>
  /** In place of `perform` for the examples of the description, where `perform` writes. It writes nothing. */
  performExample?(call: ServiceCall<Request, Settings, Authorised>): Promise<Performs>
  /** Records a refusal of `perform`, before the refusal is returned. */
  onRefused?(call: ServiceCall<Request, Settings, Authorised>, refusal: Refusal): Promise<void>
}

type Schemas<Request, Result, Settings> = {
  request: Request
  result: Result
  /** Settings of an application for this service, such as extra permissions. Operators change them. */
  settings?: Settings
}

/** A declaration as the common code uses it. The schemas, which it checks at run time, replace the static types. */
export type Service = ServiceDeclaration & Schemas<Type.TObject, Type.TObject, Type.TObject>

/** A declaration whose functions have the static types of its schemas. */
type Declared<
  RequestSchema extends Type.TObject,
  ResultSchema extends Type.TObject,
  SettingsSchema extends Type.TObject,
  Internal,
  Authorised,
> = ServiceDeclaration<
  Type.Static<RequestSchema>,
  WithPlaceholders<Type.Static<ResultSchema>>,
  PerformedAs<Type.Static<ResultSchema>, Internal>,
  Type.Static<SettingsSchema>,
  Internal,
  Authorised
> &
  Schemas<RequestSchema, ResultSchema, SettingsSchema> &
  PurposeIfAbsent<Type.Static<RequestSchema>>

type PurposeIfAbsent<Request> = Request extends { purpose: string } ? unknown : { absentPurpose: Purpose }

/**
 * Declares a service. The compiler compares its functions with the declared schemas: the request that they receive, and
 * every field of the result that they return.
 */
export function defineService<
  RequestSchema extends Type.TObject,
  ResultSchema extends Type.TObject,
  SettingsSchema extends Type.TObject = Type.TObject,
  Internal = unknown,
  Authorised = unknown,
>(service: Declared<RequestSchema, ResultSchema, SettingsSchema, Internal, Authorised>): Service
// biome-ignore lint/plugin: the hidden implementation of an overload is a function declaration
export function defineService(service: Service): Service {
  return service
}
