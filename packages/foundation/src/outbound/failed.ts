/** The reason why no usable response arrived. A stable word that is shown with the attempt. */
export type FailureReason =
  | 'timeout'
  | 'connection_failed'
  | 'tls_failed'
  | 'invalid_answer'
  | 'answer_refused'

/** An address was called and gave no usable response. */
export class OutboundFailed extends Error {
  readonly reason: FailureReason
  /** The status of the response that was refused for it; null for any other failure. */
  readonly status: number | null

  constructor(reason: FailureReason, message: string, status: number | null = null) {
    super(message)
    this.name = 'OutboundFailed'
    this.reason = reason
    this.status = status
  }
}

const tls = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|ALTNAME/
const unreadable = /HPE_|HTTPParserError|UND_ERR_(HEADERS_OVERFLOW|RESPONSE|INVALID)/

const codeOf = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  return cause ? codeOf(cause) : ''
}

/** Converts an error of a client library to a FailureReason, without any text of the remote side. */
export const failureOf = (error: unknown): OutboundFailed => {
  if (error instanceof OutboundFailed) return error
  const { name } = (error ?? {}) as { name?: string }
  const code = codeOf(error)
  if (name === 'TimeoutError' || name === 'AbortError' || /TIMEOUT|ETIMEDOUT/.test(code)) {
    return new OutboundFailed('timeout', 'The server did not respond in time.')
  }
  if (tls.test(code)) return new OutboundFailed('tls_failed', `The certificate is not trusted (${code}).`)
  if (unreadable.test(`${name} ${code}`))
    return new OutboundFailed('invalid_answer', 'The response is not HTTP.')
  return new OutboundFailed('connection_failed', `The connection failed (${code || 'unknown cause'}).`)
}
