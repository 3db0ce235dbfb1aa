import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
type Method = (typeof methods)[number]

/** A path with one method. Every other method has the status 405. */
export const onlyMethod = (
  app: FastifyInstance,
  method: Method,
  url: string,
  handler: RouteHandlerMethod,
): void => {
  app.route({ method, url, handler })
  app.route({
    method: methods.filter((other) => other !== method),
    url,
    handler: (_request, reply) => refuseMethod(reply, method),
  })
}

const refuseMethod = (reply: FastifyReply, allowed: Method) =>
  reply
    .code(405)
    .header('Allow', allowed)
    .header('Cache-Control', 'no-store')
    .send({ error: 'invalid_request', error_description: `The method must be ${allowed}.` })
