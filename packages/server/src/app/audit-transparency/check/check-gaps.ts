import { dayMs } from '@nani/foundation/storage/index.ts'
import type { CheckedLog } from './check-day.ts'
import type { Findings } from './finding.ts'

/** An entry is at most this much older than its leaf. */
export const maxAgeMs = 3 * dayMs

/**
 * Leaves without an entry and without a place. `fromMs` and `untilMs` bound the days that were read. After the lowest leaf of
 * the first day, every leaf has an entry that is kept. The times of checkpoints are not signed: they only add to that.
 *
 * `firstMs`: no entry is older. While that is in the days that were read, every leaf has an entry.
 */
export const checkGaps = (
  { environment, size, times, seen, lowest }: CheckedLog,
  { fromMs, untilMs, firstMs }: { fromMs: number; untilMs: number; firstMs: number },
  findings: Findings,
): void => {
  const isEveryKept = firstMs - maxAgeMs >= fromMs
  for (let leaf = 0; leaf < size; leaf++) {
    const bits = seen[leaf >> 3] as number
    if (bits === 255 && (leaf & 7) === 0) {
      leaf += 7
      continue
    }
    if ((bits & (1 << (leaf & 7))) !== 0) continue
    const { before, with: first } = times.around(leaf)
    const isAfterLowest = lowest !== null && leaf > lowest.leaf
    const isOfKeptDay = before !== null && before.atMs - maxAgeMs >= fromMs
    if (!isEveryKept && !isAfterLowest && !isOfKeptDay) continue
    // Only a check that ends earlier leaves out the newest leaves.
    if (first && first.atMs >= untilMs) continue
    findings.add({
      ...{ kind: 'removed', environment, leaf_index: leaf, entered: times.between(leaf) },
      message: 'Its leaf is in the log, and neither the entry nor its place is in the table.',
    })
  }
}
