/** Deterministic numbers from a seed. They are for synthetic people and files, never for keys. */
export type Draws = {
  /** A whole number from 0 to `bound` (exclusive). */
  below(bound: number): number
  /** From 0 to 1 (exclusive). */
  fraction(): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

/** A 32-bit hash of a text (FNV-1a with a final mix). It converts a seed to the input of `drawsOf`. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return mix(hash)
}

/** A bijection of 32-bit numbers that separates neighbours. */
export const mix = (value: number): number => {
  let mixed = value | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

/** Draws from a 32-bit state: a Weyl sequence through `mix`. */
export const drawsOf = (seed: number): Draws => {
  let state = seed | 0
  const fraction = () => {
    state = (state + 0x9e3779b9) | 0
    return mix(state) / 0x1_0000_0000
  }
  const below = (bound: number) => Math.floor(fraction() * bound)
  return {
    below,
    fraction,
    chance: (probability) => fraction() < probability,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
  }
}
