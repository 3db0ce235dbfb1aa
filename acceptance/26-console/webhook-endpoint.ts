import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keyBytes } from '../client/credentials.ts'

const toleranceSeconds = 300

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** An endpoint that accepts what is signed and fresh, as docs/webhooks.md asks for. */
export const openEndpoint = async (payloadEncryptionKey: string) => {
  const key = keyBytes(payloadEncryptionKey)
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const timestamp = String(request.headers['x-svc-webhook-timestamp'])
    const given = Buffer.from(String(request.headers['x-svc-webhook-signature']))
    const expected = Buffer.from(createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex'))
    const isRight = given.length === expected.length && timingSafeEqual(given, expected)
    const isFresh = Math.abs(Number(timestamp) - Date.now() / 1_000) <= toleranceSeconds
    response.writeHead(isRight && isFresh ? 200 : 401).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/nani`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
