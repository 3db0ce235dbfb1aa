import type { FastifyReply, FastifyRequest } from 'fastify'
import { asRefusal, Refusal, type ShownRefusal } from '../core/index.ts'
import { asAnswerableRefusal } from '../storage/index.ts'

/** The default form of an error: plain JSON of the catalogue. */
export const sendRefusal = (reply: FastifyReply, refusal: Refusal) => {
  if (refusal.code === 'malformed_body' && reply.raw.destroyed) return reply.hijack()
  return reply
    .code(refusal.status)
    .headers({
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
    })
    .send(JSON.stringify({ ...refusal.body(), request_id: reply.request.id }))
}

/** A 4xx of Fastify itself (for example a URL that does not decode): no such path exists. */
export const asFrameworkRefusal = (error: unknown): Refusal => {
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  return typeof status === 'number' && status >= 400 && status < 500
    ? new Refusal('not_found')
    : asRefusal(error)
}

/** Anything thrown, as the people of a page see it. The inside of a fault stays in the log. */
export const shownRefusal = (
  thrown: unknown,
  people: 'citizen' | 'staff',
  request: FastifyRequest,
  http: { onInternalError(requestId: string, detail: string): void },
): ShownRefusal => {
  // Of Fastify itself, such as an unknown content type.
  const status = (thrown as { statusCode?: unknown } | null)?.statusCode
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Refusal('invalid_request').shownTo(people)
  const refusal = asAnswerableRefusal(thrown, people)
  if (refusal.code === 'internal_error') http.onInternalError(request.id, refusal.detail ?? refusal.code)
  return refusal.shownTo(people)
}
