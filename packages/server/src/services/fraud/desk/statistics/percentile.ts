/** A value, and how often it was measured. */
export type Counted = { value: number; count: number }

/**
 * The percentile of counted values, as `percentile_cont` of PostgreSQL computes it: between the two values next to the place, it is
 * interpolated. Null: there is no value.
 */
export const percentileOf = (counted: readonly Counted[], share: number): number | null => {
  const ordered = counted.toSorted((one, other) => one.value - other.value)
  const total = ordered.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const valueAt = (place: number): number => {
    let passed = 0
    return ordered.find(({ count }) => {
      passed += count
      return place < passed
    })?.value as number
  }
  const place = share * (total - 1)
  const [lower, upper] = [valueAt(Math.floor(place)), valueAt(Math.ceil(place))]
  return lower + (upper - lower) * (place - Math.floor(place))
}
