import { webhookHeaderNames } from '@nani/contract'
import { type KeyBytes, signWebhook } from '@nani/contract/node'
import { type Clock, type TraceContext, traceHeaders } from '@nani/foundation/core/index.ts'
import {
  type Connections,
  OutboundFailed,
  OutboundRefused,
  postGuarded,
} from '@nani/foundation/outbound/index.ts'
import { acknowledgementMs } from './schedule.ts'

export type Sent = {
  atMs: number
  latencyMs: number
  httpStatus: number | null
  failure: string | null
  /** The first kilobyte of the response. */
  start: Buffer
}

export type Message = {
  url: string
  eventId: string
  body: Buffer
  webhookKey: KeyBytes
  /** A conformance run signs other bytes than it sends. */
  signed?: Buffer
  /** Of the call that caused the event. */
  trace?: TraceContext | null
}

const maxAnswerBytes = 1_024
const noBytes = Buffer.alloc(0)

/** One attempt, signed at this moment (spec/webhooks#delivery-schedule). It does not throw for a fault of the endpoint. */
export const sendEvent = (
  { url, eventId, body, webhookKey, signed = body, trace = null }: Message,
  {
    connections,
    clock,
    timeoutMs = acknowledgementMs,
  }: { connections: Connections; clock: Clock; timeoutMs?: number },
): Promise<Sent> => {
  const atMs = clock.now()
  const timestamp = String(Math.floor(atMs / 1_000))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'SVC-Webhooks',
    ...traceHeaders(trace),
    [webhookHeaderNames.id]: eventId,
    [webhookHeaderNames.timestamp]: timestamp,
    [webhookHeaderNames.signature]: signWebhook(webhookKey, timestamp, signed),
  }
  const sent = (answer: Pick<Sent, 'httpStatus' | 'failure' | 'start'>): Sent => ({
    atMs,
    latencyMs: Math.max(0, clock.now() - atMs),
    ...answer,
  })
  return postGuarded(connections, url, { headers, body, timeoutMs, answerBytes: maxAnswerBytes }).then(
    ({ status, start }) => sent({ httpStatus: status, failure: null, start }),
    (error) => {
      if (!(error instanceof OutboundRefused || error instanceof OutboundFailed)) throw error
      return sent({ httpStatus: null, failure: error.reason, start: noBytes })
    },
  )
}
