import { NaniError } from './errors.ts'
import type { TransportAnswer } from './transports/transport.ts'

type RefusalBody = Record<string, unknown> & { error: string }

/** Whether a retry can succeed: 5xx, 429, and a running request with the same Idempotency-Key. */
const isRetryable = (status: number, code: string) =>
  status >= 500 || status === 429 || code === 'idempotency_in_progress'

/** The NaniError of an error body (spec/errors#error-body). Its context has all members except code and message. */
export const refusalError = (answer: TransportAnswer, body: RefusalBody, nowMs: number): NaniError => {
  const { error: code, message, request_id: requestId, ...context } = body
  const header = Number(answer.headers['retry-after'])
  if (context.retry_after === undefined && Number.isFinite(header)) context.retry_after = header
  const text = typeof message === 'string' ? message : 'The service refused the call.'
  return new NaniError(code === 'timestamp_out_of_window' ? `${text}${skew(context, nowMs)}` : text, {
    code,
    status: answer.status,
    requestId: typeof requestId === 'string' ? requestId : (answer.headers['x-request-id'] ?? null),
    retryable: isRetryable(answer.status, code),
    context,
  })
}

// `server_time` is RFC 3339 or Unix seconds.
const skew = ({ server_time: time }: Record<string, unknown>, nowMs: number): string => {
  const serverMs = typeof time === 'number' ? time * 1000 : typeof time === 'string' ? Date.parse(time) : NaN
  if (Number.isNaN(serverMs)) return ''
  const seconds = Math.round((nowMs - serverMs) / 1000)
  return ` This machine’s clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the server’s: set it by NTP.`
}
