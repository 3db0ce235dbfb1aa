import * as http from 'node:http'
import * as https from 'node:https'
import type { Identity } from './credentials.ts'

/** One HTTP request exactly as sent. Only `Host` and `Content-Length` are added. */
export type WireRequest = {
  method: string
  target: string
  headers: Record<string, string | string[]>
  body?: Uint8Array
}

export type WireAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }

const plainAgent = new http.Agent({ keepAlive: true, maxSockets: 64 })
const tlsAgents = new WeakMap<Identity, https.Agent>()

const tlsAgent = (identity: Identity): https.Agent => {
  const known = tlsAgents.get(identity)
  if (known) return known
  const agent = new https.Agent({ keepAlive: true, maxSockets: 16, ...identity })
  tlsAgents.set(identity, agent)
  return agent
}

export type Connection = { baseUrl: string; identity?: Identity; timeoutMs?: number }

/**
 * Sends one request and reads the whole response. A response before the end of the body counts, as when the server
 * refuses an oversized body.
 */
export const exchange = (connection: Connection, request: WireRequest): Promise<WireAnswer> => {
  const { protocol, hostname, port } = new URL(connection.baseUrl)
  const secure = protocol === 'https:'
  const timeoutMs = connection.timeoutMs ?? 30_000
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>()
  const outgoing = (secure ? https : http).request({
    hostname,
    port,
    method: request.method,
    path: request.target,
    agent: secure ? tlsAgent(connection.identity ?? {}) : plainAgent,
    headers:
      request.body && !('Transfer-Encoding' in request.headers)
        ? { 'Content-Length': request.body.byteLength, ...request.headers }
        : request.headers,
  })
  const timer = setTimeout(() => {
    outgoing.destroy()
    reject(new Error(`no answer in ${timeoutMs} ms to ${request.method} ${request.target.slice(0, 200)}`))
  }, timeoutMs)
  let answering = false
  outgoing.on('response', (incoming) => {
    answering = true
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('error', reject)
    incoming.on('end', () =>
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) }),
    )
  })
  outgoing.on('error', (error) => {
    if (!answering) reject(error)
  })
  outgoing.end(request.body)
  return promise.finally(() => clearTimeout(timer))
}

/** Fetches an address as any HTTP client would: no signature, no encryption, no certificate. */
export const fetchPlainly = async (url: string, identity: Identity = {}): Promise<WireAnswer> => {
  const { origin, pathname, search } = new URL(url)
  return exchange({ baseUrl: origin, identity }, { method: 'GET', target: pathname + search, headers: {} })
}
