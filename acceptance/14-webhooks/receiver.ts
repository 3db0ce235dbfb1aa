import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Credentials, keyBytes } from '../client/credentials.ts'
import { until } from '../client/kyc.ts'

/** See spec/webhooks#event-envelope. */
export type WebhookEvent = {
  id: string
  object: string
  type: string
  livemode: boolean
  created_at: string
  data: { object: { id: string } & Record<string, unknown>; previous_attributes?: Record<string, unknown> }
}

export type Delivery = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  rawBody: Buffer
  event: WebhookEvent
  arrivedAtMs: number
}

type Reply = { status: number; headers?: Record<string, string>; body?: string } | 'hang'

export type Receiver = {
  url: string
  deliveries: Delivery[]
  types(): string[]
  /** Once `count` have arrived. */
  arrived(count: number, timeoutMs?: number): Promise<Delivery[]>
  close(): Promise<void>
}

/** Longer than the second attempt. If the machine was blocked during the first one, the second one arrives. */
export const patienceMs = 90_000

/** A webhook endpoint with scripted responses, which keeps its deliveries. */
export const startReceiver = async (
  reply: (delivery: Delivery, count: number) => Reply = () => ({ status: 204 }),
): Promise<Receiver> => {
  const deliveries: Delivery[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const rawBody = await buffer(request)
    const delivery = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      rawBody,
      event: JSON.parse(rawBody.toString('utf8')) as WebhookEvent,
      arrivedAtMs: Date.now(),
    }
    deliveries.push(delivery)
    const answer = reply(delivery, deliveries.length)
    if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end(answer.body)
  }
  const server = createServer((request, response) => {
    receive(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    types: () => deliveries.map(({ event }) => event.type),
    arrived: (count, timeoutMs = patienceMs) =>
      until(
        async () => deliveries,
        (all) => all.length >= count,
        { timeoutMs },
      ),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** spec/webhooks#webhook-signature: HMAC-SHA256 over `{timestamp}.{raw request body}` under the Payload Encryption Key, in hex. */
export const signatureOf = (delivery: Pick<Delivery, 'headers' | 'rawBody'>, application: Credentials) =>
  createHmac('sha256', keyBytes(application.payload_encryption_key))
    .update(`${delivery.headers['x-svc-webhook-timestamp']}.`)
    .update(delivery.rawBody)
    .digest('hex')
