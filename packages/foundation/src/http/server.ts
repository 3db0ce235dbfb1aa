import { createRequire } from 'node:module'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type AddressList,
  addressList,
  type IdSource,
  Refusal,
  readTraceContext,
  withinTrace,
} from '../core/index.ts'
import { leaveBody } from './body.ts'
import { answerBrokenHttp } from './broken-http.ts'
import { type ConnectionLimits, connectionLimits } from './connection-limits.ts'
import { endUnlessWhole } from './end-connection.ts'
import { guardConnections, isUnproven } from './guard-connections.ts'
import { HoldableMessage } from './holdable-message.ts'
import { asFrameworkRefusal, sendRefusal } from './send-refusal.ts'
import { tlsPolicy } from './tls-policy.ts'

/** Commands of operators import this module and open no server. They do not load Fastify. */
const loadFastify = () => createRequire(import.meta.url)('fastify') as typeof import('fastify')

/** With `ca`, the server asks callers for a certificate of this authority. Without it, it asks for none. */
export type TlsOptions = { key: string; cert: string; ca?: string }

/** Maximum time for running calls when the server stops. It also ends calls whose body never completes. */
const closingMs = 15_000

export type ServerOptions = {
  tls: TlsOptions | null
  newId: IdSource
  limits?: ConnectionLimits
  proxies?: AddressList
  /** HEAD of each GET route answers like GET, without a body (RFC 9110 § 9.3.2). Absent: a route of its own decides. */
  answersHead?: boolean
  /** Receives the details of a 500 of a route without another form of errors. */
  onInternalError?(requestId: string, detail: string): void
}

/**
 * A server with the limits of every surface: raw bodies, no logger, and errors as plain JSON. A surface is a plugin
 * that can set its own parsers and its own form of errors.
 */
export const createServer = (options: ServerOptions): FastifyInstance => {
  const { tls, newId, limits = connectionLimits, proxies = addressList([]), answersHead = false } = options
  const timing = {
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    IncomingMessage: HoldableMessage,
  }
  const common = {
    genReqId: () => newId('req'),
    exposeHeadRoutes: answersHead,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionTimeout: limits.stalledMs,
    forceCloseConnections: 'idle' as const,
    return503OnClosing: false,
    // As long as the longest request line that node:http accepts, so that a long id is unknown, not malformed.
    routerOptions: { maxParamLength: 65_536 },
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      // No hook runs for a target that the router cannot read.
      reply.header('X-Request-Id', request.id)
      const answer = unreadableTarget.get(request.server.server) ?? refuseUnknown
      answer(request, reply)
    },
    clientErrorHandler: answerBrokenHttp(newId),
  }
  const { fastify } = loadFastify()
  // A type of Fastify names HTTP or HTTPS, and no type names both. The cast makes the two servers one type.
  const app = tls
    ? (fastify({
        ...common,
        https: {
          ...tls,
          ...timing,
          handshakeTimeout: limits.handshakeMs,
          ...tlsPolicy,
          requestCert: tls.ca !== undefined,
          rejectUnauthorized: false,
        },
      }) as unknown as FastifyInstance)
    : fastify({ ...common, http: timing })
  if (tls) certificates.set(app.server, tls.cert)
  guardConnections(app.server, limits, proxies)
  app.setErrorHandler((error, request, reply) => {
    const refusal = asFrameworkRefusal(error)
    if (refusal.code === 'internal_error') options.onInternalError?.(request.id, refusal.detail ?? '')
    return sendRefusal(reply, refusal)
  })
  app.removeAllContentTypeParsers()
  // The body is read by readBody, which knows the limit of the route.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
  // Every response has the request id (spec/wire#request-ids), whichever route answers.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    // Few routes read a body with another method. It is left in the socket until one does.
    if (request.method !== 'POST') leaveBody(request.raw)
    const { traceparent, tracestate } = request.headers
    withinTrace(readTraceContext(traceparent, tracestate), done)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    endUnlessWhole(reply)
    done()
  })
  // Node.js announces the idle time of a proven connection. A client would send into one that is about to be closed.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isUnproven(request.raw.socket) && reply.raw.shouldKeepAlive && !reply.hasHeader('Connection')) {
      reply.header('Connection', 'keep-alive')
      reply.header('Keep-Alive', `timeout=${Math.floor(limits.unprovenIdleMs / 1_000)}`)
    }
    done()
  })
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), closingMs).unref()
    done()
  })
  // RFC 9110 § 10.1.1 lets a server ignore an unknown expectation.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}

/** New connections get this certificate. Open ones keep theirs. */
export const replaceCertificate = (app: FastifyInstance, tls: TlsOptions): void => {
  // Node.js takes no setting from the previous context, so the policy is given again.
  if (!(app.server instanceof TlsServer)) return
  app.server.setSecureContext({ ...tls, ...tlsPolicy })
  certificates.set(app.server, tls.cert)
}

const certificates = new WeakMap<FastifyInstance['server'], string>()

/** The certificate that new connections get, as PEM. Null: the server has no TLS. */
export const certificateOf = (app: FastifyInstance): string | null => certificates.get(app.server) ?? null

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown

const unreadableTarget = new WeakMap<FastifyInstance['server'], Answer>()
const refuseUnknown: Answer = (_request, reply) => sendRefusal(reply, new Refusal('not_found'))

/** Sets the answer for a target that Fastify's router cannot read. Every plugin of a server shares it. */
export const onUnreadableTarget = (app: FastifyInstance, answer: Answer): void => {
  unreadableTarget.set(app.server, answer)
}
