// Not from the index of the contract: threads load this file, and the schemas would take most of their start.
import { type ErrorBody, type ErrorCode, errorCatalogue, type ItemError } from '@nani/contract/errors'
import { describeError } from './describe-error.ts'

/**
 * An expected refusal of the one error catalogue. Anything else that is thrown is a bug and answers 500.
 * `message` and `context` are public; `detail` is for the log only, and
 * `outcome` for the audit only.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly context: Record<string, unknown>
  readonly detail: string | undefined
  /** What the audit distinguishes among refusals with this code. */
  readonly outcome: string | null

  constructor(
    code: ErrorCode,
    context: Record<string, unknown> = {},
    detail?: string,
    outcome: string | null = null,
  ) {
    super(errorCatalogue[code].message)
    this.name = 'Refusal'
    this.code = code
    this.context = context
    this.detail = detail
    this.outcome = outcome
  }

  get status(): number {
    return errorCatalogue[this.code].status ?? 500
  }

  /** The error body of an HTTP answer and of a failed job (spec/errors#error-body). */
  body(): ErrorBody {
    return { error: this.code, message: this.message, ...this.context }
  }

  /** The error of a failed batch item (spec/errors#error-body). */
  itemError(): ItemError {
    return { code: this.code, message: this.message, ...this.context }
  }
}

/** A refusal whose cause may pass. Accepted work is performed again until `retriedForMs` after it was accepted. */
export class PassingRefusal extends Refusal {
  readonly retriedForMs: number

  constructor(
    code: ErrorCode,
    {
      context,
      detail,
      retriedForMs,
    }: { context: Record<string, unknown>; detail: string; retriedForMs: number },
  ) {
    super(code, context, detail)
    this.retriedForMs = retriedForMs
  }
}

/** What a caller may know of anything thrown: the refusal itself, or an internal error without its inside. */
export const asRefusal = (thrown: unknown): Refusal =>
  thrown instanceof Refusal ? thrown : new Refusal('internal_error', {}, describeError(thrown))
