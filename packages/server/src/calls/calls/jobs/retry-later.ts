import type { Refusal } from '@nani/foundation/core/index.ts'

const minDelayMs = 5_000
const maxDelayMs = 60_000

/** Seconds until accepted work is performed again, because its refusal may pass. Null: the work fails now. */
export const secondsUntilRetry = (
  refusal: Refusal | null,
  acceptedMs: number,
  nowMs: number,
): number | null => {
  if (refusal === null || refusal.retriedForMs === null) return null
  const leftMs = acceptedMs + refusal.retriedForMs - nowMs
  if (leftMs <= 0) return null
  const ageMs = nowMs - acceptedMs
  return Math.ceil(Math.min(maxDelayMs, Math.max(minDelayMs, ageMs / 2), leftMs) / 1_000)
}
