/** A sketch is in two parts: the first is read of every template, the second of few. */
export const coarseBytes = 32
export const fineBytes = 32
const sketchBits = 8 * (coarseBytes + fineBytes)

/** What is left of a template when only directions are kept: one bit for each of 512, the same for all. */
export type Sketch = { coarse: Uint8Array; fine: Uint8Array }

export const newSketch = (): Sketch => ({
  coarse: new Uint8Array(coarseBytes),
  fine: new Uint8Array(fineBytes),
})

/**
 * Sketches templates of some dimensions: on which side of 512 planes each lies. The share of planes that two of them lie on
 * different sides of is their angle ÷ π, on average (M. Charikar, Similarity estimation techniques from rounding algorithms,
 * 2002). The planes are at right angles, which makes the share more exact: rows of a matrix that is made of signs and
 * Hadamard's transform, twice. Then 512 · 9 additions do in place of 512 · 512 products.
 */
export const sketcherOf = (dimensions: number): ((vector: Float32Array, sketch: Sketch) => void) => {
  const size = powerOfTwoFrom(Math.max(dimensions, sketchBits))
  const random = sameBitsEachTime()
  const rounds = [signsOf(size, random), signsOf(size, random)]
  const turned = new Float32Array(size)
  return (vector, { coarse, fine }) => {
    turned.fill(0)
    turned.set(vector)
    for (const signs of rounds) {
      for (let at = 0; at < size; at++) turned[at]! *= signs[at]!
      transform(turned)
    }
    writeSigns(turned, 0, coarse)
    writeSigns(turned, 8 * coarseBytes, fine)
  }
}

const writeSigns = (values: Float32Array, from: number, bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; at++) {
    let byte = 0
    for (let bit = 0; bit < 8; bit++) if (values[from + 8 * at + bit]! > 0) byte |= 1 << bit
    bytes[at] = byte
  }
}

/** The Walsh–Hadamard transform, in place; lengths grow by √size, which changes no sign. */
const transform = (values: Float32Array): void => {
  for (let half = 1; half < values.length; half *= 2) {
    for (let start = 0; start < values.length; start += 2 * half) {
      for (let index = start; index < start + half; index++) {
        const one = values[index]!
        const other = values[index + half]!
        values[index] = one + other
        values[index + half] = one - other
      }
    }
  }
}

const powerOfTwoFrom = (least: number): number => 2 ** Math.ceil(Math.log2(least))

const signsOf = (count: number, random: () => boolean): Float32Array =>
  Float32Array.from({ length: count }, () => (random() ? 1 : -1))

/** No secret and no chance: threads must draw the same planes. A multiplier of Knuth's; its highest bit is the best. */
const sameBitsEachTime = (): (() => boolean) => {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 31 === 1
  }
}
