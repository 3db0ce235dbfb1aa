/** What a connection may cost before it has brought a call. Documented in docs/operating.md. */
export type ConnectionLimits = {
  /** Of one port of one process; past it a connection is closed as it is opened. */
  maxConnections: number
  handshakeMs: number
  headersMs: number
  /** A whole request, its body included. */
  requestMs: number
  /** In which nothing moves either way: nobody reads our answer, and no call takes as long. */
  stalledMs: number
  /** Between two calls of one connection. */
  idleMs: number
  checkEveryMs: number
}

export const connectionLimits: ConnectionLimits = {
  maxConnections: 10_000,
  handshakeMs: 10_000,
  headersMs: 20_000,
  requestMs: 60_000,
  stalledMs: 120_000,
  // Above the minute after which balancers give an idle connection up: who closes first must not be us.
  idleMs: 75_000,
  checkEveryMs: 5_000,
}
