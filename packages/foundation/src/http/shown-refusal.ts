import type { FastifyRequest } from 'fastify'
import { Refusal, type ShownRefusal } from '../core/index.ts'
import { asAnswerableRefusal } from '../storage/index.ts'
import type { Http } from './open-http.ts'

/** Anything thrown, as the people of a page see it. The inside of a fault stays in the log. */
export const shownRefusal = (
  thrown: unknown,
  people: 'citizen' | 'staff',
  request: FastifyRequest,
  http: Pick<Http, 'onInternalError'>,
): ShownRefusal => {
  // Of Fastify itself, such as an unknown content type.
  const status = (thrown as { statusCode?: unknown } | null)?.statusCode
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Refusal('invalid_request').shownTo(people)
  const refusal = asAnswerableRefusal(thrown, people)
  if (refusal.code === 'internal_error') http.onInternalError(request.id, refusal.detail ?? refusal.code)
  return refusal.shownTo(people)
}
