import { limits } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { asFrameworkRefusal, onUnreadableTarget } from '@nani/foundation/http/index.ts'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Endpoint, UnknownEndpoint } from '../gateway/index.ts'
import { answerCall, type CallOptions, type RunningCalls, refusePlainly } from './answer-call.ts'
import { callsOfCells } from './calls-of-cells.ts'
import type { CellRouter } from './cell-router.ts'

export type SignedApiOptions = CallOptions & {
  endpoints: readonly Endpoint[]
  cells: CellRouter
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** The signed API of one environment: every endpoint, and a refusal for every other request. */
export const signedApi: FastifyPluginCallback<SignedApiOptions> = (app, options, registered) => {
  const calls: RunningCalls = { options, count: 0, isClosing: false }
  app.addHook('preClose', (done) => {
    calls.isClosing = true
    done()
  })
  const inCell = callsOfCells(calls, options.cells)
  const answer = (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint | UnknownEndpoint) => {
    const chosen = inCell(request, endpoint)
    return chosen === 'away'
      ? refusePlainly(options.http, reply, new Refusal('overloaded', { retry_after: cellRetrySeconds }))
      : answerCall(chosen.calls, request, reply, chosen.endpoint)
  }
  /** A signed call gets its refusal encrypted, after the checks of the caller. */
  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) =>
    request.headers['x-svc-key-id'] === undefined
      ? refusePlainly(options.http, reply, refusal)
      : answer(request, reply, unrouted(refusal))

  for (const endpoint of options.endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      onRequest: ignoreContentType,
      handler: (request, reply) => answer(request, reply, endpoint),
    })
  }
  for (const [path, allowed] of methodsByPath(options.endpoints)) {
    app.route({
      method: methods.filter((method) => !allowed.includes(method)),
      url: path,
      onRequest: ignoreContentType,
      handler: (request, reply) => {
        reply.header('Allow', allowed.join(', '))
        return refuse(request, reply, new Refusal('method_not_allowed', { allowed }))
      },
    })
  }
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply) =>
    refuse(request, reply, new Refusal('not_found'))
  app.setNotFoundHandler(refuseUnknown)
  onUnreadableTarget(app, refuseUnknown)
  app.setErrorHandler((error, _request, reply) =>
    refusePlainly(options.http, reply, asFrameworkRefusal(error)),
  )
  registered()
}

/** Longer than the second after which a cell that is away is tried again. */
const cellRetrySeconds = 5

const unrouted = (refusal: Refusal): UnknownEndpoint => ({
  refusal,
  service: null,
  body: 'optional',
  bodyLimitBytes: limits.singleBodyBytes,
})

/** Every body is JSON, whatever its Content-Type. Fastify would refuse a type that it cannot parse. */
const ignoreContentType: onRequestHookHandler = (request, _reply, done) => {
  delete request.raw.headers['content-type']
  done()
}

const methodsByPath = (endpoints: readonly Endpoint[]): Map<string, string[]> => {
  const byPath = new Map<string, string[]>()
  for (const { path, method } of endpoints) byPath.set(path, [...(byPath.get(path) ?? []), method])
  return byPath
}
