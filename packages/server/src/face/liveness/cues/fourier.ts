/**
 * The power of the frequencies of two square pictures, `side` a power of two; the constant part is at 0. Of the upper half
 * alone, whose mirror the lower is. Two real pictures cost one complex transform: one is its real part, the other its
 * imaginary one, and symmetry tells them apart.
 */
export const powerSpectra = (
  one: Float32Array,
  other: Float32Array,
  side: number,
): [Float32Array, Float32Array] => {
  const real = Float32Array.from(one)
  const imaginary = Float32Array.from(other)
  const tables = makeTables(side)
  transformRows(real, imaginary, tables)
  transpose(real, side)
  transpose(imaginary, side)
  transformRows(real, imaginary, tables)
  const powers: [Float32Array, Float32Array] = [new Float32Array(one.length), new Float32Array(one.length)]
  for (let x = 0; x < side; x++) {
    for (let y = 0; y < side / 2; y++) {
      // Transformed by columns, rows have become columns.
      const at = x * side + y
      const opposite = ((side - x) % side) * side + ((side - y) % side)
      const evenReal = (real[at]! + real[opposite]!) / 2
      const oddReal = (real[at]! - real[opposite]!) / 2
      const evenImaginary = (imaginary[at]! + imaginary[opposite]!) / 2
      const oddImaginary = (imaginary[at]! - imaginary[opposite]!) / 2
      powers[0][y * side + x] = evenReal * evenReal + oddImaginary * oddImaginary
      powers[1][y * side + x] = evenImaginary * evenImaginary + oddReal * oddReal
    }
  }
  return powers
}

type Tables = { side: number; cos: Float32Array; sin: Float32Array; swap: Uint32Array }

const made = new Map<number, Tables>()

const makeTables = (side: number): Tables => {
  const known = made.get(side)
  if (known) return known
  const bits = Math.log2(side)
  const tables = {
    side,
    cos: Float32Array.from({ length: side / 2 }, (_, index) => Math.cos((2 * Math.PI * index) / side)),
    sin: Float32Array.from({ length: side / 2 }, (_, index) => -Math.sin((2 * Math.PI * index) / side)),
    swap: Uint32Array.from({ length: side }, (_, index) => {
      let turned = 0
      for (let bit = 0; bit < bits; bit++) turned |= ((index >> bit) & 1) << (bits - 1 - bit)
      return turned
    }),
  }
  made.set(side, tables)
  return tables
}

const transpose = (values: Float32Array, side: number): void => {
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < y; x++) {
      const value = values[y * side + x]!
      values[y * side + x] = values[x * side + y]!
      values[x * side + y] = value
    }
  }
}

const transformRows = (real: Float32Array, imaginary: Float32Array, tables: Tables): void => {
  for (let start = 0; start < real.length; start += tables.side) {
    swapRow(real, start, tables.swap)
    swapRow(imaginary, start, tables.swap)
    transformRow(real, imaginary, start, tables)
  }
}

const swapRow = (values: Float32Array, start: number, swap: Uint32Array): void => {
  for (let index = 0; index < swap.length; index++) {
    const other = swap[index]!
    if (other <= index) continue
    const value = values[start + index]!
    values[start + index] = values[start + other]!
    values[start + other] = value
  }
}

/** The fast Fourier transform of a row in bit-reversed order, in place (Cooley and Tukey). */
const transformRow = (
  real: Float32Array,
  imaginary: Float32Array,
  start: number,
  { side, cos, sin }: Tables,
): void => {
  firstTwoSteps(real, imaginary, start, side)
  for (let half = 4; half < side; half *= 2) {
    const stride = side / (2 * half)
    for (let block = start; block < start + side; block += 2 * half) {
      for (let index = 0; index < half; index++) {
        const c = cos[index * stride]!
        const s = sin[index * stride]!
        const upper = block + index
        const lower = upper + half
        const re = real[lower]! * c - imaginary[lower]! * s
        const im = real[lower]! * s + imaginary[lower]! * c
        real[lower] = real[upper]! - re
        imaginary[lower] = imaginary[upper]! - im
        real[upper] = real[upper]! + re
        imaginary[upper] = imaginary[upper]! + im
      }
    }
  }
}

/** Of twos and fours, whose factors are 1 and −i, so that nothing is multiplied. */
const firstTwoSteps = (real: Float32Array, imaginary: Float32Array, start: number, side: number): void => {
  for (let at = start; at < start + side; at += 4) {
    const sumReal = real[at]! + real[at + 1]!
    const sumImaginary = imaginary[at]! + imaginary[at + 1]!
    const differenceReal = real[at]! - real[at + 1]!
    const differenceImaginary = imaginary[at]! - imaginary[at + 1]!
    const otherSumReal = real[at + 2]! + real[at + 3]!
    const otherSumImaginary = imaginary[at + 2]! + imaginary[at + 3]!
    const otherReal = real[at + 2]! - real[at + 3]!
    const otherImaginary = imaginary[at + 2]! - imaginary[at + 3]!
    real[at] = sumReal + otherSumReal
    imaginary[at] = sumImaginary + otherSumImaginary
    real[at + 1] = differenceReal + otherImaginary
    imaginary[at + 1] = differenceImaginary - otherReal
    real[at + 2] = sumReal - otherSumReal
    imaginary[at + 2] = sumImaginary - otherSumImaginary
    real[at + 3] = differenceReal - otherImaginary
    imaginary[at + 3] = differenceImaginary + otherReal
  }
}
