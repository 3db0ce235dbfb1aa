/** PEM texts. `ca` is required for a server certificate of a private authority. */
export type ClientCertificate = { certificate?: string; privateKey?: string; ca?: string }

/** One HTTP exchange. A transport must send method, target, headers and body unchanged: they are signed. */
export type TransportRequest = {
  method: 'GET' | 'POST'
  /** Scheme, host and port. */
  origin: string
  /** Path and `?query`. */
  target: string
  headers: Record<string, string>
  body?: string
  timeoutMs: number
  signal?: AbortSignal
}

/** Header names in `headers` are lower case. */
export type TransportAnswer = { status: number; headers: Record<string, string | undefined>; body: string }

/** Rejects without a complete answer, and with the reason of the signal if it aborts. It follows no redirect. */
export type Transport = {
  send(request: TransportRequest): Promise<TransportAnswer>
  close(): Promise<void>
}
