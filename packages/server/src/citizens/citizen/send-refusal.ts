import type { ShownRefusal } from '@nani/foundation/core/index.ts'
import type { FastifyReply } from 'fastify'

/** The form of a refusal in the API of the app. The app has the texts for people. */
export const sendRefusal = (reply: FastifyReply, { code, status, message, context }: ShownRefusal) =>
  reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: code, message, ...context }))
