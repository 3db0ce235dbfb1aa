/** Unpredictable or repeatable bytes, passed in by the caller. */
export type Random = { bytes(length: number): Uint8Array }

export type Draws = {
  /** From 0 up to, and not including, 1. */
  fraction(): number
  /** A whole number from 0 up to, and not including, `bound`. */
  below(bound: number): number
  chance(probability: number): boolean
  /** From the normal distribution with mean 0 and standard deviation 1. */
  normal(): number
}

/** Fast draws (sfc32) from 16 bytes of the random source. The same bytes give the same draws. */
export const drawsOf = (random: Random): Draws => {
  const seed = random.bytes(16)
  const view = new DataView(seed.buffer, seed.byteOffset, seed.byteLength)
  const fraction = sfc32([0, 4, 8, 12].map((offset) => view.getUint32(offset)))
  const normal = () => Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction())
  return {
    fraction,
    below: (bound) => Math.floor(fraction() * bound),
    chance: (probability) => fraction() < probability,
    normal,
  }
}

/** Small Fast Counter, 32 bits. The first draws are discarded, so that similar seeds differ. */
const sfc32 = (seed: readonly number[]): (() => number) => {
  let [a, b, c, d] = seed as [number, number, number, number]
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
  }
  for (let index = 0; index < 12; index++) next()
  return next
}
