import type { Clock } from '../clock.ts'

/**
 * A read whose value may be up to `maxAgeMs` old, counted from the start of the read. Concurrent callers share a read. A
 * failure is not kept.
 */
export const createRecentRead = <Value>(
  read: () => Promise<Value>,
  { clock, maxAgeMs }: { clock: Pick<Clock, 'now'>; maxAgeMs: number },
): (() => Promise<Value>) => {
  let last: { atMs: number; value: Promise<Value> } | null = null
  return () => {
    const nowMs = clock.now()
    // A clock that was set back makes no value younger than it is.
    if (last && nowMs >= last.atMs && nowMs - last.atMs < maxAgeMs) return last.value
    const begun = { atMs: nowMs, value: read() }
    last = begun
    begun.value.catch(() => {
      if (last === begun) last = null
    })
    return begun.value
  }
}
