/** One bit for each of so many directions. */
export const sketchBytes = 64
const sketchBits = 8 * sketchBytes

/**
 * Turns templates of some dimensions, each in the same way, so that every number of the result says as much as another: at least
 * 512, whose signs are a template's sketch. The share of signs that two of them differ in is their angle ÷ π, on average (M.
 * Charikar, Similarity estimation techniques from rounding algorithms, 2002). The directions are at right angles, which makes
 * the share more exact: rows of a matrix that is made of signs and Hadamard's transform, twice. Then 512 · 9 additions do in
 * place of 512 · 512 products. The result is written over by the next.
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

/** What is left of a turned template when only signs are kept. */
export const writeSketch = (turned: Float32Array, sketch: Uint8Array): void => {
  for (let at = 0; at < sketchBytes; at++) {
    let byte = 0
    for (let bit = 0; bit < 8; bit++) if (turned[8 * at + bit]! > 0) byte |= 1 << bit
    sketch[at] = byte
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
