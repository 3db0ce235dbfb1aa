import type { FastifyInstance } from 'fastify'
import { onlyMethods } from './only-methods.ts'

const cachedSeconds = 3_600

/**
 * A document that scripts of every site may read. It is the same for everyone. A browser hides an answer with `*` from a
 * script that sent credentials.
 */
export const addPublicDocument = (app: FastifyInstance, url: string, read: () => Promise<object>): void =>
  onlyMethods(app, ['GET'], url, async (_request, reply) => {
    reply.headers({
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': `public, max-age=${cachedSeconds}`,
    })
    return read()
  })
