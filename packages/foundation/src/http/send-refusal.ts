import type { FastifyReply } from 'fastify'
import { asRefusal, Refusal } from '../core/index.ts'

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
