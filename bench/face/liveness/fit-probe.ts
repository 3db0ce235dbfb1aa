/** The input of a fit: the outputs of the layers, and the weight. */
export type Seen = { layers: Float32Array; isLive: boolean; weight: number }

/** A linear probe of the layers: the odds of a live face, as a logarithm. */
export type Probe = { weights: Float64Array; bias: number }

/** Number of values of each layer. Each layer is read separately, and the results are averaged. */
const sizes = [128, 256, 256, 128]
/** The penalty for the square of each weight: there are few captures and many values, so a fit could memorise them. */
const ridges = [50, 100, 100, 50]
const steps = 5
/** A constant value is divided by this instead of zero. The intercept is penalised as little. */
const leastSpread = 1e-6
/** The same limit as in the liveness check. */
const maxSure = 12

/**
 * The mean of logistic regressions, one for each layer. With so few photographs, the layers are not weighted against
 * each other.
 */
export const fitProbe = (seen: readonly Seen[]): Probe => {
  const weights = new Float64Array(sizes.reduce((sum, size) => sum + size, 0))
  let bias = 0
  let start = 0
  for (const [at, size] of sizes.entries()) {
    const one = regress(seen, start, size, ridges[at]!)
    for (let index = 0; index < size; index++) weights[start + index] = one.weights[index]! / sizes.length
    bias += one.bias / sizes.length
    start += size
  }
  return { weights, bias }
}

export const readProbe = ({ weights, bias }: Probe, layers: Float32Array): number => {
  const odds = layers.reduce((sum, value, at) => sum + value * weights[at]!, bias)
  return Math.min(Math.max(odds, -maxSure), maxSure)
}

/** Logistic regression with a ridge, by Newton's method, on standardised values. */
const regress = (seen: readonly Seen[], start: number, size: number, ridge: number) => {
  const { rows, mean, spread } = standardise(seen, start, size)
  const wide = size + 1
  const solution = new Float64Array(wide)
  for (let step = 0; step < steps; step++) {
    const gradient = solution.map((value, at) => (at < size ? -ridge * value : 0))
    const curvature = new Float64Array(wide * wide)
    for (let at = 0; at < wide; at++) curvature[at * wide + at] = at < size ? ridge : leastSpread
    for (const [index, { isLive, weight }] of seen.entries()) {
      const row = rows.subarray(index * wide, (index + 1) * wide)
      const score = 1 / (1 + Math.exp(-row.reduce((sum, value, at) => sum + value * solution[at]!, 0)))
      const error = weight * (Number(isLive) - score)
      const certainty = weight * score * (1 - score)
      for (let one = 0; one < wide; one++) {
        gradient[one]! += error * row[one]!
        const scaled = certainty * row[one]!
        for (let other = 0, place = one * wide; other <= one; other++, place++) {
          curvature[place]! += scaled * row[other]!
        }
      }
    }
    const change = solve(curvature, gradient)
    for (let at = 0; at < wide; at++) solution[at]! += change[at]!
  }
  const weights = solution.subarray(0, size).map((value, at) => value / spread[at]!)
  return { weights, bias: solution[size]! - weights.reduce((sum, value, at) => sum + value * mean[at]!, 0) }
}

const standardise = (seen: readonly Seen[], start: number, size: number) => {
  const mean = new Float64Array(size)
  const spread = new Float64Array(size)
  const total = seen.reduce((sum, { weight }) => sum + weight, 0)
  for (const { layers, weight } of seen) {
    for (let at = 0; at < size; at++) mean[at]! += (weight / total) * layers[start + at]!
  }
  for (const { layers, weight } of seen) {
    for (let at = 0; at < size; at++) spread[at]! += (weight / total) * (layers[start + at]! - mean[at]!) ** 2
  }
  for (let at = 0; at < size; at++) spread[at] = Math.sqrt(spread[at]!) + leastSpread
  const rows = new Float64Array(seen.length * (size + 1))
  for (const [index, { layers }] of seen.entries()) {
    const row = index * (size + 1)
    for (let at = 0; at < size; at++) rows[row + at] = (layers[start + at]! - mean[at]!) / spread[at]!
    rows[row + size] = 1
  }
  return { rows, mean, spread }
}

/** Solves A x = b for a symmetric positive A, given by its lower half (Cholesky, in place). */
const solve = (matrix: Float64Array, right: Float64Array): Float64Array => {
  const size = right.length
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column]!
      for (let at = 0; at < column; at++) sum -= matrix[row * size + at]! * matrix[column * size + at]!
      matrix[row * size + column] = row === column ? Math.sqrt(sum) : sum / matrix[column * size + column]!
    }
  }
  const solution = right.slice()
  for (let row = 0; row < size; row++) {
    for (let at = 0; at < row; at++) solution[row]! -= matrix[row * size + at]! * solution[at]!
    solution[row]! /= matrix[row * size + row]!
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let at = row + 1; at < size; at++) solution[row]! -= matrix[at * size + row]! * solution[at]!
    solution[row]! /= matrix[row * size + row]!
  }
  return solution
}
