import { Refusal, type RefusalCode } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { asAnswerableRefusal } from '@nani/foundation/storage/index.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The codes of the APIs of people with their status. */
export const surfaceStatuses = {
  invalid_request: 400,
  not_signed_in: 401,
  not_permitted: 403,
  second_factor_required: 403,
  request_not_from_page: 403,
  not_found: 404,
  conflict: 409,
  last_owner: 409,
  changed_meanwhile: 412,
  payload_too_large: 413,
  too_many_attempts: 429,
  internal_error: 500,
  busy: 503,
} as const
export type SurfaceCode = keyof typeof surfaceStatuses

const conflicts =
  /_conflict$|_exists$|_answered$|not_pending$|not_valid$|books_differ$|second_(person|account)_required$/

/** The code with which a surface answers an expected refusal. Values that a person can correct are `invalid_request`. */
export const surfaceCodeOf = (code: RefusalCode | SurfaceCode): SurfaceCode => {
  if (Object.hasOwn(surfaceStatuses, code)) return code as SurfaceCode
  if (code.endsWith('_not_found')) return 'not_found'
  return conflicts.test(code) ? 'conflict' : 'invalid_request'
}

export class Refusal extends Error {
  readonly code: SurfaceCode
  readonly context: Readonly<Record<string, unknown>>

  constructor(code: SurfaceCode, message: string, context: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.context = context
  }
}

/** Anything thrown becomes an error of this API. The inside of a fault stays in the log. */
export const asSurfaceError = (
  thrown: unknown,
  request: FastifyRequest,
  http: Pick<Http, 'onInternalError'>,
): Refusal => {
  if (thrown instanceof Refusal) return thrown
  if (thrown instanceof Refusal) return ofOperatorError(thrown)
  // Of Fastify itself, such as an unknown content type.
  const status = (thrown as { statusCode?: unknown } | null)?.statusCode
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Refusal('invalid_request', 'The request is malformed.')
  const refusal = asAnswerableRefusal(thrown)
  switch (refusal.code) {
    case 'overloaded':
    case 'register_unavailable':
      return new Refusal('busy', 'The server is busy. Send the request again.', {
        context: { retry_after: 1 },
      })
    case 'rate_limited':
      return new Refusal('too_many_attempts', 'Too many requests. Repeat later.', {
        context: refusal.context,
      })
    case 'payload_too_large':
      return new Refusal('payload_too_large', 'The body is too large.')
    case 'invalid_request':
    case 'malformed_body':
      return new Refusal('invalid_request', 'The body is not JSON.', { context: refusal.context })
    default:
      http.onInternalError(request.id, refusal.detail ?? refusal.code)
      return new Refusal('internal_error', 'Internal error.')
  }
}

/** A missing object answers like a foreign one, so that its message names no id. */
const ofOperatorError = ({ code, message, data, next }: Refusal): Refusal => {
  const own = surfaceCodeOf(code)
  if (own === 'not_found') return new Refusal('not_found', 'There is no such object.')
  const field = own === 'invalid_request' ? { field: data.field ?? '' } : {}
  const reason = own === 'conflict' && code !== 'state_conflict' ? { reason: code } : {}
  return new Refusal(own, message, { context: { ...data, ...field, ...reason, next } })
}

export const sendSurfaceError = (reply: FastifyReply, { code, message, context }: Refusal) => {
  const { retry_after } = context
  if (typeof retry_after === 'number') reply.header('Retry-After', String(retry_after))
  return reply
    .code(surfaceStatuses[code])
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...context, error: code, message, request_id: reply.request.id }))
}
