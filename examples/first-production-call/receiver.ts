import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const toleranceSeconds = 300

/** An endpoint that accepts what is signed and fresh (docs/webhooks.md). */
export const openReceiver = async (payloadEncryptionKey: string) => {
  const key = Buffer.from(payloadEncryptionKey.split('_').slice(2).join('_'), 'base64url')
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const timestamp = String(request.headers['x-svc-webhook-timestamp'])
    const given = Buffer.from(String(request.headers['x-svc-webhook-signature']))
    const signed = createHmac('sha256', key).update(`${timestamp}.`).update(Buffer.concat(chunks))
    const expected = Buffer.from(signed.digest('hex'))
    const isRight = given.length === expected.length && timingSafeEqual(given, expected)
    const isFresh = Math.abs(Number(timestamp) - Date.now() / 1_000) <= toleranceSeconds
    response.writeHead(isRight && isFresh ? 200 : 401).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/nani`,
    close: () => server.close(),
  }
}
