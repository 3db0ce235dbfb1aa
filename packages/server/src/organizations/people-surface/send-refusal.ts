import type { ShownRefusal } from '@nani/foundation/core/index.ts'
import type { FastifyReply } from 'fastify'

/** The form of a refusal in the API of the pages for staff. */
export const sendRefusal = (reply: FastifyReply, { code, status, message, next, context }: ShownRefusal) => {
  const { retry_after } = context
  if (typeof retry_after === 'number') reply.header('Retry-After', String(retry_after))
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...context, next, error: code, message, request_id: reply.request.id }))
}
