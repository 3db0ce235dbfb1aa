import { TLSSocket } from 'node:tls'
import type pg from 'pg'
import { internalsOf } from './server-client.ts'

/** How a connection is protected on its way: it stays on this machine, or by TLS. `unverified`: the server may be another one. */
export type Protection = 'local' | 'verified' | 'unverified' | 'none'

const loopback = /^(?:127\.|::1$|::ffff:127\.)/

/** Read from the connection itself, because a pooler in between may encrypt its own way only. */
export const protectionOf = async (pool: pg.Pool): Promise<Protection> => {
  const client = await pool.connect()
  try {
    const { stream } = internalsOf(client).connection
    if (stream instanceof TLSSocket) return stream.authorized ? 'verified' : 'unverified'
    // A socket of the file system has no address.
    return stream.remoteAddress === undefined || loopback.test(stream.remoteAddress) ? 'local' : 'none'
  } finally {
    client.release()
  }
}
