import { isIPv6, type LookupFunction } from 'node:net'
import type { Pool } from 'undici'
import type { GuardedTarget } from './resolve-guarded.ts'

export type PoolOptions = {
  /** The only trusted authority, instead of those of the system. For tests of TLS. */
  ca?: string
}

const connectTimeoutMs = 5_000
// Below the five seconds after which many servers close, so that a request rarely meets a closing connection.
const keepAliveMs = 4_000
const addressTrialMs = 500
const maxHeaderBytes = 16 * 1024

/** Returns the checked addresses for every name. */
const answering = (addresses: readonly string[]): LookupFunction => {
  const entries = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_hostname, options, callback) => {
    const first = entries[0] as { address: string; family: number }
    if (options.all) callback(null, entries)
    else callback(null, first.address, first.family)
  }
}

/**
 * Kept-alive connections to exactly the addresses that were checked. TLS still verifies the name. The caller limits
 * the number of connections: one slow path of an origin must not delay another. The library is loaded at the first pool:
 * commands import this module and open none.
 */
export const pinnedPool = async ({ url, addresses }: GuardedTarget, { ca }: PoolOptions): Promise<Pool> => {
  const library = await import('undici')
  return new library.Pool(url.origin, {
    connections: null,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: 60_000,
    maxHeaderSize: maxHeaderBytes,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressTrialMs,
    connect: {
      lookup: answering(addresses),
      timeout: connectTimeoutMs,
      ...(ca !== undefined && { ca }),
    },
  })
}
