import type { Pool } from 'undici'
import type { Clock } from '../core/index.ts'
import { checkUrl, type OutboundPolicy } from './check-url.ts'
import { type PoolOptions, pinnedPool } from './pinned-pool.ts'
import { type Lookup, resolveGuarded } from './resolve-guarded.ts'

type OpenOrigin = { addresses: readonly string[]; pool: Pool; answered: boolean }
type Origin = {
  opened: Promise<OpenOrigin>
  settled: OpenOrigin | 'failed' | null
  resolvedAtMs: number
  usedAtMs: number
}

/** Keep-alive connections to many origins, each only to its checked addresses. */
export type Connections = {
  /** The checked and resolved target, or null. It saves a promise and a timer in the hot path. */
  known(url: string): { url: URL; opened: OpenOrigin } | null
  /** Checks and resolves an unknown target. Throws OutboundRefused. */
  to(url: string): Promise<{ url: URL; opened: OpenOrigin }>
  /** Closes connections that were not used for a minute. */
  sweep(): Promise<void>
  close(): Promise<void>
}

export type ConnectionsOptions = PoolOptions & {
  policy: OutboundPolicy
  lookup: Lookup
  clock: Clock
  /** Maximum number of remembered origins. The least recently used one is removed. */
  maxOrigins?: number
}

// Validity of an answer of the name servers.
const resolvedForMs = 60_000
const idleForMs = 60_000
const maxOriginsByDefault = 2_000

export const openConnections = (options: ConnectionsOptions): Connections => {
  const { policy, clock, maxOrigins = maxOriginsByDefault } = options
  // The policy is constant, and so are its decisions about a URL.
  const urls = new Map<string, URL>()
  // In the order of last use.
  const origins = new Map<string, Origin>()

  const forget = async (key: string, origin: Origin) => {
    if (origins.get(key) === origin) origins.delete(key)
    // Running requests finish, and new ones use a new pool. A running look-up is not awaited.
    if (origin.settled) await closePool(origin)
    else void closePool(origin)
  }

  const open = async (url: URL, before: Origin | undefined): Promise<OpenOrigin> => {
    const known = await before?.opened.catch(() => undefined)
    try {
      const target = await resolveGuarded(url.href, policy, options)
      if (known && sameMembers(known.addresses, target.addresses)) return known
      void known?.pool.close().catch(() => {})
      return { addresses: target.addresses, pool: await pinnedPool(target, options), answered: false }
    } catch (error) {
      void known?.pool.close().catch(() => {})
      throw error
    }
  }

  const isCurrent = (origin: Origin) => clock.now() - origin.resolvedAtMs < resolvedForMs

  const checked = (text: string): URL => {
    const known = urls.get(text)
    if (known) return known
    if (urls.size >= maxOrigins) urls.clear()
    const url = checkUrl(text, policy)
    urls.set(text, url)
    return url
  }

  const find = (url: URL): Origin => {
    const nowMs = clock.now()
    const before = origins.get(url.origin)
    const origin = before && isCurrent(before) ? before : beginning(open(url, before), nowMs)
    origin.usedAtMs = nowMs
    origins.delete(url.origin)
    origins.set(url.origin, origin)
    const oldest = origins.size > maxOrigins ? origins.entries().next().value : undefined
    if (oldest) void forget(...oldest)
    return origin
  }

  return {
    known(text) {
      const url = urls.get(text)
      if (!url) return null
      const origin = origins.get(url.origin)
      if (!origin?.settled || origin.settled === 'failed' || !isCurrent(origin)) return null
      find(url)
      return { url, opened: origin.settled }
    },
    async to(text) {
      const url = checked(text)
      const origin = find(url)
      try {
        return { url, opened: await origin.opened }
      } catch (error) {
        await forget(url.origin, origin)
        throw error
      }
    },
    async sweep() {
      const before = clock.now() - idleForMs
      const idle = [...origins].filter(([, origin]) => origin.usedAtMs <= before)
      await Promise.all(idle.map((entry) => forget(...entry)))
    },
    async close() {
      await Promise.all([...origins].map((entry) => forget(...entry)))
    },
  }
}

const beginning = (opened: Promise<OpenOrigin>, nowMs: number): Origin => {
  const origin: Origin = { opened, settled: null, resolvedAtMs: nowMs, usedAtMs: nowMs }
  opened.then(
    (settled) => {
      origin.settled = settled
    },
    () => {
      origin.settled = 'failed'
    },
  )
  return origin
}

const closePool = async ({ opened }: Origin): Promise<void> => {
  await opened.then(({ pool }) => pool.close()).catch(() => {})
}

const sameMembers = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((address) => others.includes(address))
