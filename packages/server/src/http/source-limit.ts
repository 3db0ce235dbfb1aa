import type { Clock } from '../core/index.ts'

/** How often one address may do something. */
export type SourceLimit = { allows(address: string): boolean }

const maxSources = 20_000

/**
 * A bucket for each address: it holds `burst` turns and gets a new one each `refillMs`. The number of buckets is
 * bounded; the oldest are forgotten first.
 */
export const createSourceLimit = (
  clock: Clock,
  { burst, refillMs }: { burst: number; refillMs: number },
): SourceLimit => {
  const buckets = new Map<string, { turns: number; atMs: number }>()
  return {
    allows(address) {
      const nowMs = clock.now()
      const before = buckets.get(address) ?? { turns: burst, atMs: nowMs }
      const turns = Math.min(burst, before.turns + Math.max(0, nowMs - before.atMs) / refillMs)
      buckets.delete(address)
      buckets.set(address, { turns: Math.max(0, turns - 1), atMs: nowMs })
      if (buckets.size > maxSources) buckets.delete(buckets.keys().next().value as string)
      return turns >= 1
    },
  }
}
