import { type ErrorBody, type ErrorCode, errorCatalogue, type ItemError } from '@nani/contract'
import { describeError } from './describe-error.ts'

/**
 * An expected refusal of the one error catalogue. Anything else that is thrown is a bug and answers 500.
 * `message` and `context` are public; `detail` is for the log only.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly context: Record<string, unknown>
  readonly detail: string | undefined

  constructor(code: ErrorCode, context: Record<string, unknown> = {}, detail?: string) {
    super(errorCatalogue[code].message)
    this.name = 'Refusal'
    this.code = code
    this.context = context
    this.detail = detail
  }

  get status(): number {
    return errorCatalogue[this.code].status ?? 500
  }

  /** The error body of an HTTP answer and of a failed job (decisions §5). */
  body(): ErrorBody {
    return { error: this.code, message: this.message, ...this.context }
  }

  /** The error of a failed batch item (decisions §5). */
  itemError(): ItemError {
    return { code: this.code, message: this.message, ...this.context }
  }
}

/** What a caller may know of anything thrown: the refusal itself, or an internal error without its inside. */
export const asRefusal = (thrown: unknown): Refusal =>
  thrown instanceof Refusal ? thrown : new Refusal('internal_error', {}, describeError(thrown))
