import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type TLSSocket, Server as TlsServer } from 'node:tls'
import type { AddressList } from '../core/index.ts'
import { type Connection, type ConnectionGuard, createConnectionGuard } from './connection-guard.ts'
import type { ConnectionLimits } from './connection-limits.ts'

/** Node.js counts a closed socket until the end of the event-loop turn, and accepts a backlog in one turn. */
const acceptedInOneTurn = 512
const sweepEveryMs = 1_000

const guardOf = new WeakMap<Socket, { guard: ConnectionGuard; connection: Connection }>()

/** The peers of open connections are unique. Node.js gives no other way from a TLS socket to its TCP socket. */
const endsOf = (socket: Socket) =>
  `${socket.remoteAddress} ${socket.remotePort} ${socket.localAddress} ${socket.localPort}`

/** Counts and bounds the connections of a server, before and after their TLS handshake. */
export const guardConnections = (server: Server, limits: ConnectionLimits, proxies: AddressList): void => {
  const isTls = server instanceof TlsServer
  const guard = createConnectionGuard({ limits, isTls, elapsed: { now: () => performance.now() } })
  const handshaking = new Map<string, Connection>()
  server.maxConnections = limits.maxConnections + acceptedInOneTurn

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    const connection =
      address === undefined
        ? null
        : guard.opened({ address, isProxy: proxies.includes(address), close: () => socket.destroy() })
    if (!connection) return void socket.destroy()
    const ends = endsOf(socket)
    if (isTls) handshaking.set(ends, connection)
    else guardOf.set(socket, { guard, connection })
    socket.once('close', () => {
      if (handshaking.get(ends) === connection) handshaking.delete(ends)
      guard.closed(connection)
    })
  })
  server.on('secureConnection', (socket: TLSSocket) => {
    const ends = endsOf(socket)
    const connection = handshaking.get(ends)
    handshaking.delete(ends)
    if (!connection) return void socket.destroy()
    guardOf.set(socket, { guard, connection })
    guard.secured(connection, socket.authorized)
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = guardOf.get(socket)?.connection
    if (!connection) return
    guard.requested(connection)
    response.once('close', () => guard.answered(connection))
  })
  const sweeping = setInterval(guard.sweep, Math.min(sweepEveryMs, limits.checkEveryMs)).unref()
  server.once('close', () => clearInterval(sweeping))
}

/** A call of this connection was signed with valid credentials: it may idle for longer. */
export const proveConnection = (socket: Socket): void => {
  const known = guardOf.get(socket)
  if (known) known.guard.proved(known.connection)
}

/** Whether the connection has sent no valid call yet, so that it is closed soon after its answer. */
export const isUnproven = (socket: Socket): boolean => guardOf.get(socket)?.connection.isProven === false
