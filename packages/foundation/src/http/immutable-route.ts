import type { FastifyInstance, FastifyRequest } from 'fastify'

const secondsOfYear = 31_536_000

/**
 * A route of pictures whose address contains the hash of their content, so that browsers may keep them for a year. A
 * picture is never taken for anything else, and runs nothing.
 */
export const addImmutableRoute = (
  app: FastifyInstance,
  url: string,
  contentType: `image/${string}`,
  find: (request: FastifyRequest) => Promise<Buffer | null>,
): void => {
  app.get(url, async (request, reply) => {
    const content = await find(request)
    reply.headers({
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    if (content === null)
      return reply
        .code(404)
        .header('Cache-Control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('Not found')
    reply.header('Cache-Control', `public, max-age=${secondsOfYear}, immutable`)
    return reply.type(contentType).send(content)
  })
}
