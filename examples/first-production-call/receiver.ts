import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@nani/sdk'

/** An endpoint that accepts what is signed and fresh. */
export const openReceiver = async (payloadEncryptionKey: string) => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    try {
      verifyWebhook(Buffer.concat(chunks), request.headers, payloadEncryptionKey)
      response.writeHead(200).end()
    } catch {
      response.writeHead(401).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/nani`,
    close: () => server.close(),
  }
}
