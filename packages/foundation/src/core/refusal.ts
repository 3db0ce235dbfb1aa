// Not from the index of the contract: threads load this file, and the schemas would take most of their start.
import { type ErrorBody, type ErrorCode, errorCatalogue, type ItemError } from '@nani/contract/errors'
import {
  type Audience,
  entryFor,
  isShownTo,
  type RefusalCode,
  type RefusalEntry,
  sentenceOf,
  shownCode,
} from '@nani/contract/refusals'
import { describeError } from './describe-error.ts'

export type { Audience, RefusalCode } from '@nani/contract/refusals'

type Context = Record<string, unknown>

type Details = {
  /** Facts of the case, for programs that read the refusal. */
  context?: Context
  /** The next step of the case, where it is more exact than the one of the code. */
  next?: string | undefined
  cause?: unknown
  /** For the log only. */
  detail?: string | undefined
  /** What the audit distinguishes among refusals with this code. */
  outcome?: string | null
  /** The cause may pass: accepted work is performed again until so long after it was accepted. */
  retriedForMs?: number | null
}

/** A refusal as people see it in an answer over HTTP. */
export type ShownRefusal = {
  code: RefusalCode
  status: number
  message: string
  next: string
  context: Readonly<Context>
}

/**
 * An expected refusal with a code of the one catalogue. Anything else that is thrown is a bug and answers 500. The second
 * argument is the context, or the sentence of the case. Both are public. A sentence quotes settings, paths and process ids,
 * never data of callers or citizens, so that a start may print it. Callers get the sentence of the code only.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly context: Context
  readonly next: string
  readonly detail: string | undefined
  readonly outcome: string | null
  readonly retriedForMs: number | null
  readonly #own: { sentence: string | undefined; next: string | undefined }

  constructor(code: RefusalCode, given: Context | string = {}, details: Details = {}) {
    const context = typeof given === 'string' ? (details.context ?? {}) : given
    const sentence = typeof given === 'string' ? given : undefined
    super(sentence ?? sentenceOf(code, context), details.cause === undefined ? {} : { cause: details.cause })
    this.code = code
    this.context = context
    this.next = details.next ?? entryFor('staff', code)?.next ?? ''
    this.detail = details.detail
    this.outcome = details.outcome ?? null
    this.retriedForMs = details.retriedForMs ?? null
    this.#own = { sentence, next: details.next }
  }

  get #callerCode(): ErrorCode {
    return isShownTo('caller', this.code) ? (this.code as ErrorCode) : 'internal_error'
  }

  /** The status of an answer to a caller. */
  get status(): number {
    return errorCatalogue[this.#callerCode].status ?? 500
  }

  /** The error body of an HTTP answer and of a failed job (spec/errors#error-body). */
  body(): ErrorBody {
    const error = this.#callerCode
    return { error, message: errorCatalogue[error].message, ...(error === this.code && this.context) }
  }

  /** The error of a failed batch item (spec/errors#error-body). */
  itemError(): ItemError {
    const { error: code, ...others } = this.body()
    return { code, ...others }
  }

  /** The refusal in an answer to people. An object that is not theirs is answered like one that does not exist. */
  shownTo(people: Exclude<Audience, 'caller'>): ShownRefusal {
    const code = shownCode(people, this.code)
    const shown = entryFor(people, code) as RefusalEntry & { status: number }
    const { status } = shown
    const own = entryFor(people, this.code)
    if (own && own.status !== null && own.general !== 'not_found') {
      const message = this.#own.sentence ?? sentenceOf(this.code, this.context, [people])
      return { code, status, message, next: this.#own.next ?? own.next, context: this.#contextUnder(own) }
    }
    // The app of citizens repeats a call by itself, after the time of its own code. Staff read when the cause may have passed.
    const times = [shown.retryAfter, this.context.retry_after]
    const inOrder = people === 'staff' ? times.toReversed() : times
    const retryAfter = own ? undefined : inOrder.find((time) => time !== undefined)
    const context = retryAfter === undefined ? {} : { retry_after: retryAfter }
    return { code, status, message: shown.message, next: shown.next, context }
  }

  /**
   * Under a more general code, the context names the wrong field, or the code itself as the reason. A code with a time to wait
   * has it, unless the cause has a time of its own.
   */
  #contextUnder({ general, isReason, retryAfter }: RefusalEntry): Readonly<Context> {
    if (retryAfter !== undefined) return { retry_after: retryAfter, ...this.context }
    if (general === 'invalid_request') return { ...this.context, field: this.context.field ?? '' }
    return general === 'conflict' && isReason !== false
      ? { ...this.context, reason: this.code }
      : this.context
  }
}

/** What an audience may know of anything thrown: a refusal with one of its codes, or an internal error without its inside. */
export const asRefusal = (thrown: unknown, audience: Audience = 'caller'): Refusal =>
  thrown instanceof Refusal && isShownTo(audience, thrown.code)
    ? thrown
    : new Refusal('internal_error', {}, { detail: describeError(thrown) })

/** A refusal that callers may see. Any other one is a fault to them. */
export const isForCallers = (thrown: unknown): thrown is Refusal =>
  thrown instanceof Refusal && isShownTo('caller', thrown.code)

/** A refusal that an operator can repair, such as a wrong setting. */
export const isForOperators = (thrown: unknown): thrown is Refusal =>
  thrown instanceof Refusal && entryFor('staff', thrown.code) !== null && thrown.code !== 'internal_error'
