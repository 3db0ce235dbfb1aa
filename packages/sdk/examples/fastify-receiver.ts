import { NaniWebhookError, verifyWebhook } from '@nani/sdk'
import Fastify, { type FastifyInstance } from 'fastify'
import { handleEvent, type Store } from './handle-event.ts'

/** A receiver on Fastify. `key` is the Payload Encryption Key of the application. */
export const fastifyReceiver = (key: string, store: Store): FastifyInstance => {
  const app = Fastify({ bodyLimit: 64 * 1024 * 1024 })
  // The signature covers the bytes as they came: they must not be parsed before it is verified.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )

  app.post('/hook', async (request, reply) => {
    try {
      const event = verifyWebhook(request.body as Buffer, request.headers, key)
      // Answer within 5 seconds: what takes longer belongs in a queue of yours.
      await handleEvent(event, store)
      return reply.code(204).send()
    } catch (error) {
      if (error instanceof NaniWebhookError) return reply.code(400).send({ error: error.code })
      throw error
    }
  })
  return app
}
