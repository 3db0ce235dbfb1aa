import { type CitizenErrorCode, citizenErrors } from '@nani/contract'
import { OperatorError } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { asAnswerableRefusal } from '@nani/foundation/storage/index.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalCode } from '../../gateway/acts/index.ts'
import { ApprovalRefused } from '../../services/sign-in/index.ts'
import { DeviceRefused } from '../citizen-devices/index.ts'

/** An expected refusal of the app's API. */
export class CitizenError extends Error {
  readonly code: CitizenErrorCode
  readonly context: Record<string, unknown>

  constructor(code: CitizenErrorCode, context: Record<string, unknown> = {}) {
    super(citizenErrors[code][1])
    this.name = 'CitizenError'
    this.code = code
    this.context = context
  }

  get status(): number {
    return citizenErrors[this.code][0]
  }
}

export const sendCitizenError = (reply: FastifyReply, error: CitizenError) =>
  reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: error.code, message: error.message, ...error.context }))

/** Codes of rules that operators and citizens share. */
const sharedCodes: Partial<Record<RefusalCode, CitizenErrorCode>> = {
  value_invalid: 'invalid_request',
  consent_not_found: 'not_found',
  consent_not_pending: 'consent_ended',
  consent_not_valid: 'consent_ended',
}

/** The code with which the app's API answers to a refusal of a rule. */
export const citizenCodeOf = (code: RefusalCode): CitizenErrorCode =>
  Object.hasOwn(citizenErrors, code) ? (code as CitizenErrorCode) : (sharedCodes[code] ?? 'internal_error')

/** Anything thrown becomes an error of this API. The inside of a fault stays in the log. */
export const asCitizenError = (
  thrown: unknown,
  request: FastifyRequest,
  http: Pick<Http, 'onInternalError'>,
): CitizenError => {
  if (thrown instanceof CitizenError) return thrown
  if (thrown instanceof DeviceRefused || thrown instanceof ApprovalRefused) {
    const { code, ...context } = thrown.refusal
    return new CitizenError(code, context)
  }
  const shared = thrown instanceof OperatorError ? sharedCodes[thrown.code] : undefined
  if (shared) return new CitizenError(shared)
  // Of Fastify itself, such as an unknown content type.
  const status = (thrown as { statusCode?: unknown } | null)?.statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) return new CitizenError('invalid_request')
  const refusal = asAnswerableRefusal(thrown)
  switch (refusal.code) {
    case 'overloaded':
    case 'register_unavailable':
      return new CitizenError('busy', { retry_after: 1 })
    case 'rate_limited':
      return new CitizenError('too_many_attempts', refusal.context)
    case 'payload_too_large':
      return new CitizenError('payload_too_large')
    case 'invalid_request':
    case 'malformed_body':
      return new CitizenError('invalid_request')
    case 'not_found':
      return new CitizenError('not_found')
    default:
      http.onInternalError(request.id, refusal.detail ?? refusal.code)
      return new CitizenError('internal_error')
  }
}
