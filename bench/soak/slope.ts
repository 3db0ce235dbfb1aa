/** One reading of a quantity: seconds since the start of the run, and its value. */
export type Point = { atSeconds: number; value: number }

/**
 * The Theil-Sen slope, in units per second: the median slope of all pairs of points. Unlike a least-squares fit, it
 * is not moved by a few outliers such as a garbage collection.
 */
export const slopeOf = (points: readonly Point[]): number => {
  const slopes: number[] = []
  for (const [index, first] of points.entries())
    for (const second of points.slice(index + 1))
      if (second.atSeconds > first.atSeconds)
        slopes.push((second.value - first.value) / (second.atSeconds - first.atSeconds))
  return median(slopes)
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return 0
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

/** The maximum rise of a quantity from the start to the end of the points, as a share of its median or absolute. */
export type Tolerance = { share: number; absolute: number }

export type Verdict = { median: number; rise: number; allowed: number; failed: boolean }

/** Whether a quantity rises by more than the tolerance, by the slope over the whole time of the points. */
export const judgeSlope = (points: readonly Point[], tolerance: Tolerance): Verdict => {
  const middle = median(points.map(({ value }) => value))
  const seconds = (points.at(-1)?.atSeconds ?? 0) - (points[0]?.atSeconds ?? 0)
  const rise = slopeOf(points) * seconds
  const allowed = Math.max(tolerance.absolute, Math.abs(middle) * tolerance.share)
  return { median: middle, rise, allowed, failed: rise > allowed }
}
