import type { WithFilePlaceholders } from '../../../register/register/index.ts'
import type { AbsoluteUrlPlaceholder } from '../results/absolute-url-placeholder.ts'

/**
 * A value of the contract as a service returns it and as it is stored. Placeholders stand for files, and may stand for
 * URLs of this installation.
 */
export type WithPlaceholders<Value> = WithFilePlaceholders<Value, string | AbsoluteUrlPlaceholder>

/** The fields of the envelope, which the common code fills in (spec/disclosure#response-envelope). */
type EnvelopeField =
  | 'id'
  | 'object'
  | 'livemode'
  | 'reference'
  | 'result'
  | 'scopes_applied'
  | 'scopes_withheld'
  | 'purpose'
  | 'created_at'

/** `status` belongs to the envelope if it can be `completed`. Otherwise it is a field of the service. */
type CommonField<Result> =
  | EnvelopeField
  | (Result extends { status: infer Status } ? ('completed' extends Status ? 'status' : never) : never)

/** The fields of a declared result that the service itself fills in. */
export type FieldsOf<Result> = WithPlaceholders<Omit<Result, CommonField<Result>>>

/** The values of `result`, if the declared result has this field. */
export type OutcomeOf<Result> = Result extends { result: infer Outcome extends string } ? Outcome : string
