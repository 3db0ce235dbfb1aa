/** One bit for each direction. */
export const sketchBytes = 64
const sketchBits = 8 * sketchBytes

/**
 * Rotates templates with a fixed matrix, so that every number of the result has the same information. The signs of the
 * first 512 are the sketch. The expected share of different signs of two templates is their angle ÷ π (M. Charikar,
 * Similarity estimation techniques from rounding algorithms, 2002). The directions are orthogonal, which makes the
 * share more precise. The matrix applies random signs and the Hadamard transform twice: 512 · 9 additions instead of
 * 512 · 512 products. The next call overwrites the result.
 */
export const turnerOf = (dimensions: number): ((vector: Float32Array) => Float32Array) => {
  const size = powerOfTwoFrom(Math.max(dimensions, sketchBits))
  const random = sameBitsEachTime()
  const rounds = [signsOf(size, random), signsOf(size, random)]
  const turned = new Float32Array(size)
  return (vector) => {
    turned.fill(0)
    turned.set(vector)
    for (const signs of rounds) {
      for (let at = 0; at < size; at++) turned[at]! *= signs[at]!
      transform(turned)
    }
    return turned
  }
}

/** The signs of a rotated template. */
export const writeSketch = (turned: Float32Array, sketch: Uint8Array): void => {
  for (let at = 0; at < sketchBytes; at++) {
    let byte = 0
    for (let bit = 0; bit < 8; bit++) if (turned[8 * at + bit]! > 0) byte |= 1 << bit
    sketch[at] = byte
  }
}

/** The Walsh–Hadamard transform, in place. Lengths grow by √size, which changes no sign. */
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

/**
 * Deterministic, because all threads need the same directions. A multiplier of Knuth's. Its highest bit is the best.
 */
const sameBitsEachTime = (): (() => boolean) => {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 31 === 1
  }
}
