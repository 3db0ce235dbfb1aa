import { fetchTransport } from './fetch.ts'
import type { ClientCertificate, Transport } from './transport.ts'
import { undiciTransport } from './undici.ts'

type DenoGlobal = {
  createHttpClient(options: { caCerts?: string[]; cert?: string; key?: string }): { close(): void }
}
const runtime = globalThis as { Deno?: DenoGlobal; Bun?: unknown }

/**
 * The transport of this runtime. Without a client certificate it is `fetch`, which every runtime has.
 * With one, each runtime has its own way: `undici` in Node, options of `fetch` in Bun and Deno.
 */
export const httpTransport = (certificate?: ClientCertificate): Transport => {
  if (!certificate) return fetchTransport()
  const { certificate: cert, privateKey: key, ca } = certificate
  if (runtime.Bun) return fetchTransport({ extra: { tls: { cert, key, ca } } })
  if (runtime.Deno) {
    const client = runtime.Deno.createHttpClient({ caCerts: ca ? [ca] : [], cert, key })
    return fetchTransport({ extra: { client }, close: () => client.close() })
  }
  return undiciTransport(certificate)
}
