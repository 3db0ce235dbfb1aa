import type { Environment } from '@nani/contract'
import { asRefusal, type Clock, describeError, type Random, Refusal } from '@nani/foundation/core/index.ts'
import {
  type AnswerMemory,
  beginBody,
  type HeldBody,
  type Http,
  proveConnection,
  sendRefusal,
} from '@nani/foundation/http/index.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type {
  Endpoint,
  Exchange,
  IdentifiedRequest,
  IncomingRequest,
  Pipeline,
  UnknownEndpoint,
} from '../gateway/index.ts'
import { sealResponse } from './seal.ts'

export type CallOptions = {
  environment: Environment
  pipeline: Pipeline
  /** Writes the audit entry of a call. A response is sent only after this resolves. If it rejects, no data is disclosed. */
  record(exchange: Exchange): Promise<void>
  /** Counts an answered call. */
  observe?(exchange: Exchange, seconds: number): void
  clock: Clock
  random: Random
  http: Pick<Http, 'bodies' | 'answerMemories' | 'peerOf' | 'onInternalError'>
  maxConcurrentCalls?: number
}

/** The running calls of one environment. */
export type RunningCalls = { options: CallOptions; count: number; isClosing: boolean }

type Arrived = { context: IdentifiedRequest; body: HeldBody }

/** Maximum number of concurrent calls in one environment. Further ones are refused as `overloaded`. */
const defaultConcurrentCalls = 2_000

/** An encrypted answer is sent in base64. */
const sealedBytesOfByte = 4 / 3

/** Answers one call: reads its body, runs the pipeline, writes the audit entry, and sends the encrypted response. */
export const answerCall = async (
  calls: RunningCalls,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint | UnknownEndpoint,
) => {
  const { http, maxConcurrentCalls = defaultConcurrentCalls } = calls.options
  const overloaded = () => refusePlainly(http, reply, new Refusal('overloaded', { retry_after: 1 }))
  if (calls.count >= maxConcurrentCalls) return overloaded()
  const arrived = await receive(calls.options, request, endpoint)
  if (arrived instanceof Refusal) return refusePlainly(http, reply, arrived)
  try {
    // A call counts once its body has arrived. Otherwise unknown callers with slow bodies could use every place.
    if (calls.count >= maxConcurrentCalls) return overloaded()
    return await perform(calls, reply, arrived)
  } finally {
    arrived.body.release()
  }
}

/** Sends a refusal without encryption. The details of an internal error are logged. */
export const refusePlainly = (http: Pick<Http, 'onInternalError'>, reply: FastifyReply, refusal: Refusal) => {
  if (refusal.code === 'internal_error') http.onInternalError(reply.request.id, refusal.detail ?? '')
  return sendRefusal(reply, refusal)
}

/** The request and its body. Little of the body is read until the caller is identified (spec/checks#order-of-checks). */
const receive = async (
  { http, pipeline, environment, clock }: CallOptions,
  request: FastifyRequest,
  endpoint: Endpoint | UnknownEndpoint,
): Promise<Arrived | Refusal> => {
  const startedAt = performance.now()
  const incoming: IncomingRequest = {
    requestId: request.id,
    environment,
    method: request.method,
    target: request.raw.url ?? '/',
    route: request.routeOptions.url ?? '',
    headers: request.headers,
    params: (request.params ?? {}) as Record<string, string>,
    query: (request.query ?? {}) as Record<string, unknown>,
    peer: http.peerOf(request.raw),
    receivedAtMs: clock.now(),
    elapsedMs: () => performance.now() - startedAt,
  }
  try {
    const arriving = beginBody(request.raw, endpoint.bodyLimitBytes)
    const context = await pipeline.preAuthenticate(incoming, endpoint)
    return { context, body: await arriving.accept(http.bodies, context.budgetKey) }
  } catch (error) {
    return asRefusal(error)
  }
}

const perform = async (calls: RunningCalls, reply: FastifyReply, { context, body }: Arrived) => {
  const { http, pipeline, random, observe } = calls.options
  calls.count++
  const memory = http.answerMemories(context)
  try {
    const received = { rawBody: body.bytes, bodySha256: body.sha256, memory }
    const handled = settleMemory(memory, await pipeline.handle(context, received))
    if (context.verified) proveConnection(reply.request.raw.socket)
    const exchange = await auditedExchange(calls.options, handled)
    if (exchange.response instanceof Refusal && exchange.response.code === 'internal_error') {
      http.onInternalError(context.request.requestId, exchange.response.detail ?? '')
    }
    observe?.(exchange, (context.request.elapsedMs?.() ?? 0) / 1_000)
    const sealed = sealResponse(exchange, random)
    // A keep-alive connection would delay the close until it is idle for too long.
    if (calls.isClosing) reply.header('Connection', 'close')
    memory.releaseAfter(reply.raw)
    return reply.code(sealed.status).headers(sealed.headers).send(sealed.body)
  } catch (error) {
    memory.release()
    throw error
  } finally {
    calls.count--
  }
}

/** A response without memory for it is not sent, unless it reports committed work. */
const settleMemory = (memory: AnswerMemory, exchange: Exchange): Exchange => {
  const { context, response } = exchange
  const isRefusal = response instanceof Refusal
  const bytes = isRefusal ? 0 : Math.ceil(Buffer.byteLength(response.body) * sealedBytesOfByte)
  if (memory.settle(bytes, !isRefusal && !response.audited)) return exchange
  memory.release()
  return { context, response: new Refusal('overloaded', { retry_after: 1 }) }
}

/** Fails closed: data that cannot be audited is not disclosed, and the caller can send the request again. */
const auditedExchange = async ({ record, http }: CallOptions, exchange: Exchange): Promise<Exchange> => {
  try {
    await record(exchange)
    return exchange
  } catch (error) {
    const { context } = exchange
    http.onInternalError(
      context.request.requestId,
      `The audit entry could not be written: ${describeError(error)}`,
    )
    return { context, response: new Refusal('overloaded', { retry_after: 1 }) }
  }
}
