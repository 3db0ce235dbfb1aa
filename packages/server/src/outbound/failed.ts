/** Why no usable answer came. Stable words: they are shown beside the attempt. */
export type FailureReason =
  | 'timeout'
  | 'connection_failed'
  | 'tls_failed'
  | 'invalid_answer'
  | 'answer_refused'

/** An address was called and gave no usable answer. */
export class OutboundFailed extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string) {
    super(message)
    this.name = 'OutboundFailed'
    this.reason = reason
  }
}

const tls = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|ALTNAME/
const unreadable = /HPE_|HTTPParserError|UND_ERR_(HEADERS_OVERFLOW|RESPONSE|INVALID)/

const codeOf = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  return cause ? codeOf(cause) : ''
}

/** What a client library threw, in the words of FailureReason; none of the far side's text is inside. */
export const failureOf = (error: unknown): OutboundFailed => {
  if (error instanceof OutboundFailed) return error
  const { name } = (error ?? {}) as { name?: string }
  const code = codeOf(error)
  if (name === 'TimeoutError' || name === 'AbortError' || /TIMEOUT|ETIMEDOUT/.test(code)) {
    return new OutboundFailed('timeout', 'No answer came in time.')
  }
  if (tls.test(code)) return new OutboundFailed('tls_failed', `The certificate is not trusted (${code}).`)
  if (unreadable.test(`${name} ${code}`))
    return new OutboundFailed('invalid_answer', 'The answer is not HTTP.')
  return new OutboundFailed('connection_failed', `The connection failed (${code || 'unknown cause'}).`)
}
