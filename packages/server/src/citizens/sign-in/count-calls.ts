import type { Environment } from '@nani/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CountCall } from '../../gateway/gateway/index.ts'
import { signInPaths } from '../../services/sign-in/index.ts'

const modes: Readonly<Record<string, string>> = {
  [signInPaths.authorize]: 'authorize',
  [signInPaths.token]: 'token',
  [signInPaths.userinfo]: 'userinfo',
}

const refusals = new WeakMap<FastifyRequest, string>()

/** Notes the code with which a request is refused, for the metrics. */
export const noteRefusal = (request: FastifyRequest, code: string): void => {
  refusals.set(request, code)
}

/** Counts the answers of the endpoints that applications call or send a browser to. Pages of citizens are no calls. */
export const countCalls = (app: FastifyInstance, environment: Environment, count: CountCall): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const mode = modes[request.routeOptions.url ?? '']
    const code = reply.statusCode === 405 ? 'method_not_allowed' : (refusals.get(request) ?? 'ok')
    if (mode) count({ environment, service: 'sso_login', mode, code }, reply.elapsedTime / 1_000)
    done()
  })
}
