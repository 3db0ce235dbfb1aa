import type { Http } from '@nani/foundation/http/index.ts'
import { asAnswerableRefusal } from '@nani/foundation/storage/index.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The errors of the app's API, with the texts for a developer. The app has its own texts for people. */
const errors = {
  invalid_request: [400, 'The request is malformed.'],
  not_signed_in: [401, 'No session of a device.'],
  not_found: [404, 'There is nothing at this address.'],
  payload_too_large: [413, 'The body is too large.'],
  too_many_attempts: [429, 'Too many attempts. Try again later.'],
  busy: [503, 'One moment. Send the request again.'],
  code_wrong: [422, 'The code is wrong.'],
  code_ended: [422, 'The code no longer counts. Ask for another message.'],
  message_delayed: [503, 'No message would leave in time. Try again at the time that is given.'],
  enrolment_ended: [422, 'The enrolment has ended. Start again.'],
  face_capture: [422, 'The photograph cannot be used. Take another one.'],
  face_not_recognised: [422, 'The face was not recognised.'],
  too_many_devices: [422, 'The citizen has ten devices. One must be revoked first.'],
  key_refused: [422, 'The key of the device was refused.'],
  signature_wrong: [422, 'The signature of the device is wrong.'],
  number_wrong: [422, 'The number is not the one of the page. The request has ended.'],
  approval_ended: [422, 'The request has ended.'],
  consent_ended: [422, 'The consent has ended or was answered.'],
  internal_error: [500, 'Internal error.'],
} as const

export type CitizenErrorCode = keyof typeof errors

/** An expected refusal of the app's API. */
export class CitizenError extends Error {
  readonly code: CitizenErrorCode
  readonly context: Record<string, unknown>

  constructor(code: CitizenErrorCode, context: Record<string, unknown> = {}) {
    super(errors[code][1])
    this.name = 'CitizenError'
    this.code = code
    this.context = context
  }

  get status(): number {
    return errors[this.code][0]
  }
}

export const sendCitizenError = (reply: FastifyReply, error: CitizenError) =>
  reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: error.code, message: error.message, ...error.context }))

/** Anything thrown becomes an error of this API. The inside of a fault stays in the log. */
export const asCitizenError = (
  thrown: unknown,
  request: FastifyRequest,
  http: Pick<Http, 'onInternalError'>,
): CitizenError => {
  if (thrown instanceof CitizenError) return thrown
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
