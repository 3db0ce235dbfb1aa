import type { ErrorCode } from '@nani/contract'

/** Error codes of the client. No server sends them. */
export type ClientErrorCode =
  | 'connection_failed'
  | 'invalid_answer'
  | 'receipt_invalid'
  | 'wait_timeout'
  | 'webhook_malformed'
  | 'webhook_signature_invalid'
  | 'webhook_timestamp_out_of_tolerance'

/** Programs must test this and never the message. It tolerates codes of later releases. */
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
 * Every failure of a call. This class itself is a refusal by the service. The subclasses are failures of the transport
 * or the protocol.
 *
 * @example
 * try { await nani.kyc.validate(request) }
 * catch (error) {
 * if (error instanceof NaniError && error.code === 'scope_not_granted') console.log(error.context.scope)
 * else throw error
 * }
 */
export class NaniError extends Error {
  override readonly name: string = 'NaniError'
  /** The stable machine-readable code, such as `purpose_not_approved`. */
  readonly code: NaniErrorCode
  /** The HTTP status, or null without an answer. */
  readonly status: number | null
  /** `X-Request-Id` of the answer, for reports to the operator. Null without an answer. */
  readonly requestId: string | null
  /** Whether the same call, with the same Idempotency-Key, can succeed later. */
  readonly retryable: boolean
  /** The other members of the answer: `scope`, `field`, `retry_after` (seconds), … */
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

/** No answer: refused, reset, timed out, or TLS failed. The service may have processed the call. */
export class NaniConnectionError extends NaniError {
  override readonly name = 'NaniConnectionError'

  constructor(message: string, cause: unknown, retryable: boolean) {
    super(message, { code: 'connection_failed', cause, retryable })
  }
}

/** An answer that does not come from the service: not encrypted, altered, or bound to another request. */
export class NaniProtocolError extends NaniError {
  override readonly name = 'NaniProtocolError'

  constructor(message: string, fields: Omit<NaniErrorFields, 'code'>) {
    super(message, { ...fields, code: 'invalid_answer' })
  }
}

/** A job or a batch was not finished after `timeoutMs`. It continues, so wait for it again. */
export class NaniTimeoutError extends NaniError {
  override readonly name = 'NaniTimeoutError'

  constructor(message: string) {
    super(message, { code: 'wait_timeout', retryable: true })
  }
}
