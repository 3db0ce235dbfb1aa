import type { FastifyInstance, FastifyReply } from 'fastify'
import { onlyMethods } from './only-methods.ts'

const cachedSeconds = 3_600

/**
 * A document that scripts of every site may read. It has no credentials, and `*` also makes browsers send none. A browser
 * asks with OPTIONS before a request with further headers.
 */
export const addPublicDocument = (app: FastifyInstance, url: string, read: () => Promise<object>): void =>
  onlyMethods(app, ['GET', 'OPTIONS'], url, async ({ method }, reply) => {
    reply.header('Access-Control-Allow-Origin', '*')
    if (method === 'OPTIONS') return allowed(reply)
    reply.header('Cache-Control', `public, max-age=${cachedSeconds}`)
    return read()
  })

const allowed = (reply: FastifyReply) =>
  reply
    .code(204)
    .headers({
      'Access-Control-Allow-Methods': 'GET',
      'Access-Control-Max-Age': String(cachedSeconds),
      'Cache-Control': 'no-store',
    })
    .send()
