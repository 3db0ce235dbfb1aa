import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
type Method = (typeof methods)[number]

/** A path with these methods. Every other method has the status 405. */
export const onlyMethods = (
  app: FastifyInstance,
  allowed: readonly Method[],
  url: string,
  handler: RouteHandlerMethod,
): void => {
  app.route({ method: [...allowed], url, handler })
  app.route({
    method: methods.filter((other) => !allowed.includes(other)),
    url,
    handler: (_request, reply) => refuseMethod(reply, allowed),
  })
}

const refuseMethod = (reply: FastifyReply, allowed: readonly Method[]) =>
  reply
    .code(405)
    .header('Allow', allowed.join(', '))
    .header('Cache-Control', 'no-store')
    .send({ error: 'invalid_request', error_description: `The method must be ${allowed.join(' or ')}.` })
