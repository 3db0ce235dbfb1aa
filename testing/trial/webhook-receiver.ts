import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Receiver = {
  url: string
  received: { body: Buffer; headers: Record<string, string> }[]
  stop(): void
}

/** An endpoint on this machine that accepts every event. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: Receiver['received'] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ body, headers: request.headers as Record<string, string> })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...{ received, stop: () => void server.close() },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
  }
}
