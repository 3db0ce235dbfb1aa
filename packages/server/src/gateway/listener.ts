import type { Socket } from 'node:net'
import { type Environment, limits } from '@nani/contract'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify'
import { asRefusal, type Clock, type IdSource, type Random, Refusal } from '../core/index.ts'
import type { AddressList } from './address-list.ts'
import { type BodyBudget, checkDeclaredSize, readBody } from './body.ts'
import type { Endpoint, IncomingRequest } from './call.ts'
import { type ConnectionLimits, connectionLimits } from './connection-limits.ts'
import { resolvePeer, type TrustCertificate } from './peer.ts'
import type { Outcome, Pipeline } from './pipeline.ts'
import { sealOutcome } from './seal.ts'
import type { Visit } from './visit.ts'

export type ListenerOptions = {
  environment: Environment
  endpoints: readonly Endpoint[]
  pipeline: Pipeline
  /** Told of every call whose signature verified, after it was answered. */
  record(outcome: Outcome): void
  clock: Clock
  random: Random
  proxies: AddressList
  trustsCertificate: TrustCertificate
  bodies: BodyBudget
  maxConcurrentCalls: number
  tls: TlsOptions | null
  onInternalError(requestId: string, detail: string): void
}

type Received = { visit: Visit; release(): void }

export type TlsOptions = { key: string; cert: string; ca: string }

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** Calls in flight may take this long when the server stops; a caller that never finishes sending may not. */
const closingMs = 15_000

/** Fastify with nothing of its own in the way: raw bodies, no logger, no default errors. */
export const createServer = (
  tls: TlsOptions | null,
  newId: IdSource,
  limits: ConnectionLimits = connectionLimits,
): FastifyInstance => {
  const timing = { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkEveryMs }
  const common = {
    genReqId: () => newId('req'),
    exposeHeadRoutes: false,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionTimeout: limits.stalledMs,
    forceCloseConnections: 'idle' as const,
    return503OnClosing: false,
    // No shorter than the longest request line that node:http takes: a long id is unknown, not malformed.
    routerOptions: { maxParamLength: 65_536 },
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      // No hook runs for a target that the router cannot read.
      reply.header('X-Request-Id', request.id)
      unreadableTarget.get(request.server)?.(request, reply)
    },
    clientErrorHandler: answerBrokenHttp(newId),
  }
  const app = tls
    ? (fastify({
        ...common,
        https: {
          ...tls,
          ...timing,
          handshakeTimeout: limits.handshakeMs,
          requestCert: true,
          rejectUnauthorized: false,
          minVersion: 'TLSv1.2',
        },
      }) as unknown as FastifyInstance)
    : fastify({ ...common, http: timing })
  app.server.maxConnections = limits.maxConnections
  app.removeAllContentTypeParsers()
  // The body is read by readBody, which knows the limit of the route.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
  // Every response carries it (decisions §2), whichever route answers.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    done()
  })
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), closingMs).unref()
    done()
  })
  // RFC 9110 § 10.1.1 lets a server ignore an expectation that it does not know.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}

/** What answers a target that Fastify's router cannot read: set by addSignedApi, which can seal it. */
const unreadableTarget = new WeakMap<
  FastifyInstance,
  (request: FastifyRequest, reply: FastifyReply) => unknown
>()

const lingerMs = 1_000

/** What is no HTTP has no request to answer to: a short word in plain, and the connection ends. */
const answerBrokenHttp =
  (newId: IdSource) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    const isHttp = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || error.code?.startsWith('HPE_')
    // A handshake that failed or never ended has no channel to answer through: it would stay open for ever.
    if (!socket.writable || !isHttp) return void socket.destroy()
    // Nor may one whose other end is never closed.
    setTimeout(() => socket.destroy(), lingerMs).unref()
    const [status, reason] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'Request Header Fields Too Large']
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? [408, 'Request Timeout']
          : [400, 'Bad Request']
    const requestId = newId('req')
    const body = JSON.stringify({ ...new Refusal('malformed_body').body(), request_id: requestId })
    socket.end(
      `HTTP/1.1 ${status} ${reason}\r\nX-Request-Id: ${requestId}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }

/** The signed API of one environment: every endpoint, and a refusal for everything else. */
export const addSignedApi = (app: FastifyInstance, options: ListenerOptions): void => {
  let running = 0
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })

  const incomingOf = (request: FastifyRequest): IncomingRequest => ({
    requestId: request.id,
    environment: options.environment,
    method: request.method,
    target: request.raw.url ?? '/',
    route: request.routeOptions.url ?? '',
    headers: request.headers,
    params: (request.params ?? {}) as Record<string, string>,
    query: (request.query ?? {}) as Record<string, unknown>,
    peer: resolvePeer(request.raw, options.proxies, options.trustsCertificate),
    receivedAtMs: options.clock.now(),
  })

  /** The visit and its body, read only once its caller is one that we know (decisions §3). */
  const receive = async (request: FastifyRequest, endpoint: Endpoint | null): Promise<Received | Refusal> => {
    const limitBytes = endpoint?.bodyLimitBytes ?? limits.singleBodyBytes
    try {
      checkDeclaredSize(request.raw, limitBytes)
      const visit = await options.pipeline.recognise(incomingOf(request), endpoint)
      const body = await readBody(request.raw, limitBytes, options.bodies, visit.holder)
      visit.rawBody = body.bytes
      return { visit, release: body.release }
    } catch (error) {
      return asRefusal(error)
    }
  }

  const refusePlainly = (reply: FastifyReply, refusal: Refusal) => {
    const requestId = reply.request.id
    if (refusal.code === 'internal_error') options.onInternalError(requestId, refusal.detail ?? '')
    if (refusal.code === 'malformed_body' && reply.raw.destroyed) return reply.hijack()
    return reply
      .code(refusal.status)
      .headers({
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
      })
      .send(JSON.stringify({ ...refusal.body(), request_id: requestId }))
  }

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint | null,
    unrouted?: Refusal,
  ) => {
    const overloaded = () => refusePlainly(reply, new Refusal('overloaded', { retry_after: 1 }))
    if (running >= options.maxConcurrentCalls) return overloaded()
    const received = await receive(request, endpoint)
    if (received instanceof Refusal) return refusePlainly(reply, received)
    try {
      // Counted once the body is there: strangers that dawdle with theirs would hold every place.
      if (running >= options.maxConcurrentCalls) return overloaded()
      return await perform(reply, received.visit, unrouted)
    } finally {
      received.release()
    }
  }

  const perform = async (reply: FastifyReply, visit: Visit, unrouted: Refusal | undefined) => {
    running++
    try {
      const outcome = await options.pipeline.pass(visit, unrouted)
      if (outcome.answer instanceof Refusal && outcome.answer.code === 'internal_error') {
        options.onInternalError(visit.request.requestId, outcome.answer.detail ?? '')
      }
      const sealed = sealOutcome(outcome, options.random)
      // A connection that is kept alive would hold the close up until it idles out.
      if (closing) reply.header('Connection', 'close')
      options.record(outcome)
      return reply.code(sealed.status).headers(sealed.headers).send(sealed.body)
    } finally {
      running--
    }
  }

  const isSigned = (request: FastifyRequest) => request.headers['x-svc-key-id'] !== undefined

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
        const refusal = new Refusal('method_not_allowed', { allowed })
        reply.header('Allow', allowed.join(', '))
        return isSigned(request) ? answer(request, reply, null, refusal) : refusePlainly(reply, refusal)
      },
    })
  }
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = new Refusal('not_found')
    return isSigned(request) ? answer(request, reply, null, refusal) : refusePlainly(reply, refusal)
  }
  app.setNotFoundHandler(refuseUnknown)
  unreadableTarget.set(app, refuseUnknown)
  app.setErrorHandler((error, _request, reply) => refusePlainly(reply, asFrameworkRefusal(error)))
}

/** Every body is JSON, whatever its Content-Type says; Fastify would refuse one that it cannot read. */
const ignoreContentType: onRequestHookHandler = (request, _reply, done) => {
  delete request.raw.headers['content-type']
  done()
}

const methodsByPath = (endpoints: readonly Endpoint[]): Map<string, string[]> => {
  const byPath = new Map<string, string[]>()
  for (const { path, method } of endpoints) byPath.set(path, [...(byPath.get(path) ?? []), method])
  return byPath
}

/** Fastify's own 4xx (a URL that does not decode, for one) say nothing of us: such a path does not exist. */
const asFrameworkRefusal = (error: unknown): Refusal => {
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  return typeof status === 'number' && status >= 400 && status < 500
    ? new Refusal('not_found')
    : asRefusal(error)
}
