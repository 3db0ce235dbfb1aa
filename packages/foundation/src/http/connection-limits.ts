/** Limits of a connection before it has brought a call. Documented in docs/operating.md. */
export type ConnectionLimits = {
  /** For one port of one process. */
  maxConnections: number
  /** For one address, or one IPv6 network of 64 bits, that is not a trusted proxy. */
  maxPerAddress: number
  /** The share of a TLS port for callers with a certificate of the installation's authority. */
  certifiedShare: number
  handshakeMs: number
  headersMs: number
  /** For a whole request, including its body. */
  requestMs: number
  /** Maximum time without any data in either direction. No call takes as long. */
  stalledMs: number
  /** Between two calls of one connection. */
  idleMs: number
  /** For the headers of the first request, on a connection without a valid call. */
  unprovenHeadersMs: number
  /** From a response to the headers of the next request, on such a connection. */
  unprovenIdleMs: number
  checkEveryMs: number
}

export const connectionLimits: ConnectionLimits = {
  maxConnections: 10_000,
  maxPerAddress: 256,
  certifiedShare: 0.25,
  handshakeMs: 10_000,
  headersMs: 20_000,
  requestMs: 60_000,
  stalledMs: 120_000,
  // Longer than the minute after which load balancers close idle connections, because they must close first.
  idleMs: 75_000,
  unprovenHeadersMs: 5_000,
  unprovenIdleMs: 10_000,
  checkEveryMs: 5_000,
}
