/** A repeatable source of choices. */
export interface Random {
  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number
  pick<T>(choices: readonly T[]): T
}

/** The same choices for the same seed (a 32-bit xorshift). */
export const seededRandom = (seed: number): Random => {
  let state = seed | 0 || 1
  const below = (limit: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
  return { below, pick: (choices) => choices[below(choices.length)]! }
}
