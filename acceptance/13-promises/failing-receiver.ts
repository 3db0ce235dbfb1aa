import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Credentials, keyBytes } from '../client/credentials.ts'
import type { WebhookEvent } from './event-follower.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A webhook endpoint that fails at random: error responses, no response, broken connections. */
export type FailingReceiver = {
  url: string
  /** Every delivery that was signed as it should be, as it came. */
  received: WebhookEvent[]
  /** The ids that were answered 2xx. */
  acknowledged: Set<string>
  /** The faults of deliveries, and the responses to them, with their counts. */
  faults: string[]
  close(): Promise<void>
}

const failures = { error: 0.15, close: 0.06, hang: 0.02 }
const toleranceSeconds = 300

export const startFailingReceiver = async (
  application: Credentials,
  random: SeededRandom,
): Promise<FailingReceiver> => {
  const received: WebhookEvent[] = []
  const acknowledged = new Set<string>()
  const faults: string[] = []

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    const fault = faultOf(request, body, application)
    if (fault) faults.push(fault)
    const event = JSON.parse(body.toString('utf8')) as WebhookEvent
    received.push(event)
    if (random.chance(failures.hang)) return
    if (random.chance(failures.close)) return void request.socket.destroy()
    if (random.chance(failures.error)) return void response.writeHead(500).end('down')
    acknowledged.add(event.id)
    response.writeHead(204).end()
  }
  const server = createServer((request, response) => {
    // The sender died in the middle of its request, so no response is possible.
    receive(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    acknowledged,
    faults,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** spec/webhooks#delivery-headers: the three headers of a delivery. */
const faultOf = ({ headers }: IncomingMessage, body: Buffer, application: Credentials): string | null => {
  const timestamp = String(headers['x-svc-webhook-timestamp'])
  const signature = createHmac('sha256', keyBytes(application.payload_encryption_key))
    .update(`${timestamp}.`)
    .update(body)
    .digest('hex')
  if (headers['x-svc-webhook-signature'] !== signature) return 'signed otherwise'
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < toleranceSeconds)) return `signed at ${timestamp}`
  const { id } = JSON.parse(body.toString('utf8')) as WebhookEvent
  return headers['x-svc-webhook-id'] === id ? null : `${id} came as ${headers['x-svc-webhook-id']}`
}
