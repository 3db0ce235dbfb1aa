import { createHash, randomInt } from 'node:crypto'

/** The random decisions of a run. The same seed and name give the same decisions. */
export type SeededRandom = {
  /** At least `least`, less than `most`. */
  between(least: number, most: number): number
  chance(share: number): boolean
  pick<T>(choices: readonly T[]): T
}

/** `NANI_CRASH_SEED` repeats a run that printed it. */
export const seed = process.env.NANI_CRASH_SEED || String(randomInt(2 ** 32))

/** `NANI_CRASH_KILLS`: how often the process is killed in one run. */
export const kills = Number(process.env.NANI_CRASH_KILLS || 4)

/** A source of its own for each `name`, so that what runs side by side does not take the other's numbers. */
export const seededRandom = (name: string): SeededRandom => {
  let state = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE()
  // Mulberry32: 32 bits of state are plenty for choosing moments.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => Math.floor(least + next() * (most - least))
  return {
    between,
    chance: (share) => next() < share,
    pick: (choices) => choices[between(0, choices.length)]!,
  }
}
