import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export type Received = { method: string; path: string; headers: Record<string, string>; body: string }
type Answer =
  | { status?: number; body?: string | Uint8Array; headers?: Record<string, string> }
  | 'hang'
  | 'reset'

/** An external server on this machine. It keeps the requests, and its responses are scripted. */
export const startReceiver = async (
  answer: (received: Received, count: number) => Answer | Promise<Answer> = () => ({}),
  tls?: { key: string; cert: string },
) => {
  const received: Received[] = []
  let connections = 0
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const one = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    }
    const how = await answer(one, received.push(one))
    if (how === 'hang') return
    if (how === 'reset') incoming.socket.resetAndDestroy()
    else outgoing.writeHead(how.status ?? 200, how.headers).end(how.body ?? 'ok')
  }
  const handler = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    void respond(incoming, outgoing).catch(() => outgoing.destroy())
  const server = tls ? createHttpsServer(tls, handler) : createHttpServer(handler)
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    connections: () => connections,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
