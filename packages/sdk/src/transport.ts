import { Agent, request } from 'undici'
import type { ClientCertificate } from './options.ts'

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

/** `headers` are by lower-case name. */
export type TransportAnswer = { status: number; headers: Record<string, string | undefined>; body: string }

/** Rejects when no complete answer came, and with the signal's reason when it aborts. Follows no redirect. */
export type Transport = {
  send(request: TransportRequest): Promise<TransportAnswer>
  close(): Promise<void>
}

const connections = 64
const maxAnswerBytes = 128 * 1024 * 1024

/** Kept-alive connections by undici, with the client certificate when there is one. */
export const httpTransport = (certificate?: ClientCertificate): Transport => {
  const agent = new Agent({
    connections,
    maxResponseSize: maxAnswerBytes,
    connect: certificate
      ? { cert: certificate.certificate, key: certificate.privateKey, ca: certificate.ca }
      : {},
  })
  return {
    async send({ origin, target, method, headers, body, timeoutMs, signal }) {
      const limit = AbortSignal.timeout(timeoutMs)
      const answer = await request(origin + target, {
        dispatcher: agent,
        method,
        headers,
        body: body ?? null,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      const text = await answer.body.text()
      return { status: answer.statusCode, headers: single(answer.headers), body: text }
    },
    close: () => agent.close(),
  }
}

const single = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
