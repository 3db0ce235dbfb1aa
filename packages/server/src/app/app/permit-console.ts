import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What a page may call and read: the signed API, its description and the test identities. Not the pages of the sign-in. */
const isPermittedPath = (url: string): boolean =>
  /^\/(?:v1\/|openapi\.json(?:\?|$)|sandbox\/(?:scenarios|clock)(?:\?|$))/.test(url)

const requestHeaders = [
  ...['X-SVC-Key-Id', 'X-SVC-Timestamp', 'X-SVC-Nonce', 'X-SVC-IV', 'X-SVC-Signature'],
  ...['Idempotency-Key', 'Prefer', 'Content-Type'],
].join(', ')
const exposedHeaders = [
  ...['X-SVC-IV', 'X-SVC-Warning', 'X-Request-Id', 'Idempotent-Replayed', 'Nani-Test-Clock'],
  ...['Retry-After', 'ETag'],
].join(', ')

/** A browser repeats its question after ten minutes. */
const preflightSeconds = 600

/**
 * Lets the pages of one origin call the sandbox from a browser, without cookies. Any other origin gets no permission, and
 * production never has this.
 */
export const permitOrigin = (app: FastifyInstance, origin: string): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (!isPermittedPath(request.url)) return
    if (request.headers.origin !== origin) return
    reply.header('Access-Control-Allow-Origin', origin)
    if (!isPreflight(request)) {
      reply.header('Access-Control-Expose-Headers', exposedHeaders)
      return
    }
    reply.headers({
      'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Headers': requestHeaders,
      'Access-Control-Max-Age': String(preflightSeconds),
    })
    varyByOrigin(reply)
    return reply.code(204).send()
  })
  app.addHook('onSend', async (request, reply) => {
    if (isPermittedPath(request.url)) varyByOrigin(reply)
  })
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/** A cache must not give the answer for one origin to another. */
const varyByOrigin = (reply: FastifyReply): void => {
  const before = reply.getHeader('Vary')
  if (before === undefined) reply.header('Vary', 'Origin')
  else if (!/\borigin\b/i.test(String(before))) reply.header('Vary', `${before}, Origin`)
}
