import type { ErrorCode } from '@nani/contract'

/** Codes of errors that arise in the client: no server sends them. */
export type ClientErrorCode =
  | 'connection_failed'
  | 'invalid_answer'
  | 'wait_timeout'
  | 'webhook_malformed'
  | 'webhook_signature_invalid'
  | 'webhook_timestamp_out_of_tolerance'

/** Branch on this, never on the message. Tolerates codes that a later release adds. */
export type NaniErrorCode = ErrorCode | ClientErrorCode | (string & {})

export type NaniErrorFields = {
  code: NaniErrorCode
  status?: number | null
  requestId?: string | null
  retryable?: boolean
  context?: Record<string, unknown>
  cause?: unknown
}

/**
 * Every failure of a call. As it stands it is a refusal by the service; the subclasses are failures on the way.
 *
 * @example
 * try { await nani.kyc.validate(request) }
 * catch (error) {
 *   if (error instanceof NaniError && error.code === 'scope_not_granted') console.log(error.context.scope)
 *   else throw error
 * }
 */
export class NaniError extends Error {
  override readonly name: string = 'NaniError'
  /** The stable machine-readable code, such as `purpose_not_approved`. */
  readonly code: NaniErrorCode
  /** The HTTP status, or null when no answer came. */
  readonly status: number | null
  /** `X-Request-Id` of the answer, to quote to the operator; null when no answer came. */
  readonly requestId: string | null
  /** Whether the same call, with the same Idempotency-Key, may succeed later. */
  readonly retryable: boolean
  /** What the answer told beside code and message: `scope`, `field`, `retry_after` (seconds), … */
  readonly context: Record<string, unknown>

  constructor(message: string, fields: NaniErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause })
    this.code = fields.code
    this.status = fields.status ?? null
    this.requestId = fields.requestId ?? null
    this.retryable = fields.retryable ?? false
    this.context = fields.context ?? {}
  }
}

/** No answer came: refused, reset, timed out, or TLS failed. The service may still have done the work. */
export class NaniConnectionError extends NaniError {
  override readonly name = 'NaniConnectionError'

  constructor(message: string, cause: unknown, retryable: boolean) {
    super(message, { code: 'connection_failed', cause, retryable })
  }
}

/** An answer that is not what the service sends: not encrypted, altered, or bound to another question. */
export class NaniProtocolError extends NaniError {
  override readonly name = 'NaniProtocolError'

  constructor(message: string, fields: Omit<NaniErrorFields, 'code'>) {
    super(message, { ...fields, code: 'invalid_answer' })
  }
}

/** A job or a batch was not finished when `timeoutMs` had passed. It goes on; wait for it again. */
export class NaniTimeoutError extends NaniError {
  override readonly name = 'NaniTimeoutError'

  constructor(message: string) {
    super(message, { code: 'wait_timeout', retryable: true })
  }
}
