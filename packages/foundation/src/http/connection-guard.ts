import type { Clock } from '../core/index.ts'
import { addressGroup } from './address-group.ts'
import type { ConnectionLimits } from './connection-limits.ts'

/** One connection in the guard. */
export type Connection = {
  readonly group: string
  readonly close: () => void
  /** It presented a certificate of the installation's authority, or comes from a trusted proxy. */
  isCertified: boolean
  /** It has sent a call whose signature verified. */
  isProven: boolean
  /** Requests that are not answered yet. */
  requests: number
  /** Deadline for the headers of its next request. Infinite if none is awaited. */
  dueMs: number
}

export type GuardOptions = {
  limits: ConnectionLimits
  isTls: boolean
  /** A monotonic clock. */
  elapsed: Clock
}

export type Opening = { address: string; isProxy: boolean; close(): void }

/**
 * Maximum number of connections examined to find one to close. It limits the cost of a new connection on a full port.
 */
const maxLooked = 256

/**
 * Bounds the connections of one port. If the port is full, the oldest connection of an unknown caller is closed for a
 * new one. A new one is refused only if all others are known. On a TLS port, a known caller presented a certificate of
 * the installation's authority. On another port, it has sent a valid call.
 */
export const createConnectionGuard = ({ limits, isTls, elapsed }: GuardOptions) => {
  const open = new Set<Connection>()
  // In the order of opening: the first is the oldest.
  const unknown = new Set<Connection>()
  const groups = new Map<string, { open: number; unknown: Set<Connection> }>()
  const maxUnknown = Math.floor(limits.maxConnections * (isTls ? 1 - limits.certifiedShare : 1))

  const add = (connection: Connection) => {
    const group = groups.get(connection.group) ?? { open: 0, unknown: new Set() }
    groups.set(connection.group, group)
    group.open++
    group.unknown.add(connection)
    unknown.add(connection)
  }
  const becomeKnown = (connection: Connection) => {
    unknown.delete(connection)
    groups.get(connection.group)?.unknown.delete(connection)
  }
  const forget = (connection: Connection) => {
    if (!open.delete(connection)) return
    becomeKnown(connection)
    const group = groups.get(connection.group)
    if (group && --group.open === 0) groups.delete(connection.group)
  }
  const end = (connection: Connection) => {
    forget(connection)
    connection.close()
  }
  /** Closes the oldest of them, preferably one without a request. False if there is none. */
  const makeRoom = (candidates: ReadonlySet<Connection>): boolean => {
    const oldest = [...candidates.values().take(maxLooked)]
    const ended = oldest.find(({ requests }) => requests === 0) ?? oldest[0]
    if (ended) end(ended)
    return ended !== undefined
  }
  const hasRoom = (name: string, isProxy: boolean): boolean => {
    const group = groups.get(name)
    if (group && group.open >= limits.maxPerAddress && !makeRoom(group.unknown)) return false
    const isFull = open.size >= limits.maxConnections || (!isProxy && unknown.size >= maxUnknown)
    return !isFull || makeRoom(unknown)
  }
  const expect = (connection: Connection, withinMs: number) => {
    connection.dueMs = connection.isProven ? Infinity : elapsed.now() + withinMs
  }

  return {
    /** The connection, or null if there is no space and the caller must close it. */
    opened({ address, isProxy, close }: Opening): Connection | null {
      const group = isProxy ? 'proxies' : addressGroup(address)
      if (!hasRoom(group, isProxy)) return null
      const connection: Connection = {
        ...{ group, close, isCertified: isProxy, isProven: isProxy, requests: 0, dueMs: Infinity },
      }
      // The handshake has its own time limit.
      if (!isTls) expect(connection, limits.unprovenHeadersMs)
      open.add(connection)
      if (!isProxy) add(connection)
      return connection
    },
    /** The TLS handshake is over. */
    secured(connection: Connection, hasCertificate: boolean): void {
      connection.isCertified ||= hasCertificate
      if (connection.isCertified) becomeKnown(connection)
      expect(connection, limits.unprovenHeadersMs)
    },
    /** A call of it was signed with valid credentials. */
    proved(connection: Connection): void {
      connection.isProven = true
      if (!isTls) becomeKnown(connection)
    },
    requested(connection: Connection): void {
      connection.requests++
      connection.dueMs = Infinity
    },
    answered(connection: Connection): void {
      connection.requests--
      if (connection.requests === 0) expect(connection, limits.unprovenIdleMs)
    },
    closed: forget,
    /** Closes connections past their deadline. */
    sweep(): void {
      const nowMs = elapsed.now()
      for (const connection of open) if (connection.dueMs <= nowMs) end(connection)
    },
    size: () => ({ open: open.size, unknown: unknown.size, addresses: groups.size }),
  }
}

export type ConnectionGuard = ReturnType<typeof createConnectionGuard>
