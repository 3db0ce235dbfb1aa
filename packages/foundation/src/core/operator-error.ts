import { type OperatorErrorCode, operatorErrors } from './operator-errors.ts'

type Details = {
  /** Facts of the case, for programs that read the error. */
  data?: Record<string, unknown>
  /** The next step of the case, where it is more exact than the one of the code. */
  next?: string | undefined
  cause?: unknown
}

/**
 * An error that an operator can repair. The message names the subject. It quotes settings, paths and process ids, never
 * data of callers or citizens, so that a start may print it.
 */
export class OperatorError extends Error {
  readonly code: OperatorErrorCode
  readonly data: Readonly<Record<string, unknown>>
  readonly next: string

  constructor(code: OperatorErrorCode, message: string, { data = {}, next, cause }: Details = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.data = data
    this.next = next ?? operatorErrors[code].next
  }
}
