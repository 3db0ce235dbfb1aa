import { Refusal } from '@nani/foundation/core/index.ts'

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** A moment in the past, as a duration before now or as an instant of RFC 3339. Throws a Refusal. */
export const readSince = (text: string, nowMs: number): number => {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count) return nowMs - Number(count) * unitMs[unit as keyof typeof unitMs]
  const atMs = instant.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(atMs)) {
    throw new Refusal('value_invalid', `"${text}" is not a time.`, {
      next: 'Write for example --since 2h or --since 2026-11-21T08:00:00Z.',
    })
  }
  return atMs
}
