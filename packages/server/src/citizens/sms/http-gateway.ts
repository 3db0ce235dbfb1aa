import { type Connections, OutboundFailed, postGuarded } from '@nani/foundation/outbound/index.ts'
import type { SmsGateway } from './message.ts'

const timeoutMs = 10_000
const answerBytes = 1_024

/** A provider with the request of docs/citizen-app.md. Any 2xx accepts the message; the id makes a repetition safe. */
export const createHttpGateway = (
  connections: Connections,
  { url, secret }: { url: string; secret: string },
): SmsGateway => ({
  async send({ id, to, text }) {
    const { status } = await postGuarded(connections, url, {
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${secret}`,
        'idempotency-key': id,
      },
      body: JSON.stringify({ id, to, text }),
      ...{ timeoutMs, answerBytes },
    })
    if (status < 200 || status > 299)
      throw new OutboundFailed('answer_refused', `The provider answered with ${status}.`, status)
  },
})
