import type { Clock } from '../core/index.ts'
import { addressGroup } from './address-group.ts'

/** How often one network may do something. */
export type SourceLimit = { allows(address: string): boolean }

const maxSources = 20_000

/**
 * A bucket for each network: it holds `burst` turns and gets a new one each `refillMs`. A caller with a network of IPv6
 * has all of its addresses, and one bucket. The number of buckets is bounded; the oldest are forgotten first.
 */
export const createSourceLimit = (
  clock: Clock,
  { burst, refillMs }: { burst: number; refillMs: number },
): SourceLimit => {
  const buckets = new Map<string, { turns: number; atMs: number }>()
  return {
    allows(address) {
      const nowMs = clock.now()
      const network = addressGroup(address)
      const before = buckets.get(network) ?? { turns: burst, atMs: nowMs }
      const turns = Math.min(burst, before.turns + Math.max(0, nowMs - before.atMs) / refillMs)
      buckets.delete(network)
      buckets.set(network, { turns: Math.max(0, turns - 1), atMs: nowMs })
      if (buckets.size > maxSources) buckets.delete(buckets.keys().next().value as string)
      return turns >= 1
    },
  }
}
