import { stepNumbers } from './scan-kernel.ts'

/** Templates are padded with zeros to a multiple of the kernel's step. */
export const paddedDimensions = (dimensions: number): number =>
  Math.ceil(dimensions / stepNumbers) * stepNumbers

/** Assumed value of an unknown low nibble. The error is at most half of the steps. */
export const meanLowNibble = 7.5
/** High nibbles, −8 to 7, are stored as 0 to 15. */
export const highNibbleOffset = 8

export type QuantisedQuery = {
  /** value ≈ `numbers` × `scale` */
  numbers: Int8Array
  scale: number
  /** Length of `numbers`. */
  length: number
  sum: number
  /** Maximum error of the cosine with any template, because the query has eight bits. */
  error: number
}

const largest = (vector: Float32Array): number => {
  let most = 0
  for (let index = 0; index < vector.length; index++) most = Math.max(most, Math.abs(vector[index]!))
  return most
}

/** Eight bits per number with a common scale. The rounding error is at most 1/254 of the largest number. */
export const quantiseQuery = (vector: Float32Array): QuantisedQuery => {
  const scale = largest(vector) / 127
  const numbers = new Int8Array(paddedDimensions(vector.length))
  const found = { squares: 0, sum: 0, squaredErrors: 0 }
  for (let index = 0; index < vector.length; index++) {
    const number = Math.round(vector[index]! / scale)
    numbers[index] = number
    found.squares += number * number
    found.sum += number
    found.squaredErrors += (vector[index]! - number * scale) ** 2
  }
  return {
    numbers,
    scale,
    length: Math.sqrt(found.squares),
    sum: found.sum,
    error: Math.sqrt(found.squaredErrors),
  }
}

/** The position of a template: its row in each plane, and the values that a scan needs. */
export type Row = {
  high: Uint8Array
  low: Uint8Array
  /** 1 ÷ the length of the quantised numbers. NaN excludes the row from every result. */
  inverseLength: number
  /** Maximum effect of the low nibbles on the cosine with a query of length 1. */
  spread: number
}

const half = stepNumbers / 2

/** Writes the nibbles of a template (order: see scan-kernel.ts) into `high` and `low`. */
export const quantiseTemplate = (
  vector: Float32Array,
  high: Uint8Array,
  low: Uint8Array,
): Omit<Row, 'high' | 'low'> => {
  const inverseScale = 127 / largest(vector)
  let squares = 0
  let squaredSpread = 0
  for (let at = 0; at < high.length; at++) {
    const index = 2 * at - (at % half)
    const one = rounded(vector, index, inverseScale)
    const other = rounded(vector, index + half, inverseScale)
    high[at] = ((one >> 4) + highNibbleOffset) | (((other >> 4) + highNibbleOffset) << 4)
    low[at] = (one & 15) | ((other & 15) << 4)
    squares += one * one + other * other
    squaredSpread += ((one & 15) - meanLowNibble) ** 2 + ((other & 15) - meanLowNibble) ** 2
  }
  const inverseLength = 1 / Math.sqrt(squares)
  // Rounded up: the value stored in 32 bits must not be smaller.
  return { inverseLength, spread: Math.sqrt(squaredSpread) * inverseLength * (1 + 1e-6) }
}

/** Rounds to the nearest integer, and returns 0 for padding. For a million templates it is faster than Math.round. */
const rounded = (vector: Float32Array, index: number, inverseScale: number): number =>
  index < vector.length ? ((vector[index]! * inverseScale + 128.5) | 0) - 128 : 0

/** The numbers of a stored template: eight bits each, with their own scale. */
export const numbersOfRow = (high: Uint8Array, low: Uint8Array, numbers: Int8Array): void => {
  for (let index = 0; index < numbers.length; index++) {
    const within = index % stepNumbers
    const at = (index - within) / 2 + (within % half)
    const shift = within < half ? 0 : 4
    numbers[index] = 16 * (((high[at]! >> shift) & 15) - highNibbleOffset) + ((low[at]! >> shift) & 15)
  }
}

/** The cosine of a query with a stored template. */
export const cosineOfRow = (
  query: Float32Array,
  { high, low, inverseLength }: Omit<Row, 'spread'>,
): number => {
  const numbers = new Int8Array(query.length)
  numbersOfRow(high, low, numbers)
  let sum = 0
  for (let index = 0; index < query.length; index++) sum += query[index]! * numbers[index]!
  return sum * inverseLength
}
