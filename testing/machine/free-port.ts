import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A TCP port of this machine that nothing listens on. Use it at once: another process may take it. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
