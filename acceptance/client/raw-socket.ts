import { connect, type Socket } from 'node:net'

export type RawConnection = {
  socket: Socket
  /** Everything received so far. */
  received(): string
  /** Resolves when the other side has ended or broken the connection. */
  closed: Promise<void>
}

/** A bare TCP connection, for what an HTTP client would never send. */
export const openRaw = async (baseUrl: string): Promise<RawConnection> => {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  socket.on('close', () => resolve())
  socket.on('end', () => resolve())
  await new Promise<void>((connected, failed) => {
    socket.once('connect', connected)
    socket.once('error', failed)
  })
  return { socket, received: () => text, closed }
}

/** The status of every answer in what was received. */
export const statusesIn = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map((found) => Number(found[1]))
