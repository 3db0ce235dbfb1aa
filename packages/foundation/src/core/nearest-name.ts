/** A name with more differences is another name, and no slip. */
const maxDistance = 4

/** The known name that is most similar to a mistyped one, if one is similar. */
export const nearestName = (name: string, known: readonly string[]): string | null => {
  let nearest: { name: string; distance: number } | null = null
  for (const one of known) {
    const distance = editDistance(name, one)
    if (distance <= maxDistance && (nearest === null || distance < nearest.distance))
      nearest = { name: one, distance }
  }
  return nearest?.name ?? null
}

/** The number of characters to insert, delete or replace (Levenshtein). */
const editDistance = (one: string, other: string): number => {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      current[column] = Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
    }
    above = current
  }
  return above[other.length] ?? 0
}
