/*
 * Logistic regression with an L2 penalty, by Newton's method. A full Newton step can overshoot when some rows have
 * extreme values: the fit then diverges. So a step is halved until the penalized likelihood rises.
 */

export type Regression = {
  intercept: number
  weights: Float64Array
  iterations: number
  /** False: the limit of iterations was reached, or a value was not finite. */
  converged: boolean
}

export type RegressionInput = {
  columns: readonly Float64Array[]
  /** 1: the event that is explained. */
  target: ArrayLike<number>
  l2: number
  /** Without halving, for the test that shows the divergence. */
  halving?: boolean
}

const maxIterations = 60
const maxHalvings = 40
const tolerance = 1e-8

export const fitRegression = ({ columns, target, l2, halving = true }: RegressionInput): Regression => {
  const width = columns.length + 1
  let weights = new Float64Array(width)
  weights[0] = startIntercept(target)
  let loss = penalizedLoss(columns, target, weights, l2)
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    const step = newtonStep(columns, target, weights, l2)
    if (!step) return result(weights, iteration, false)
    let share = 1
    let next = added(weights, step, share)
    let nextLoss = penalizedLoss(columns, target, next, l2)
    for (let halvings = 0; halving && !(nextLoss <= loss) && halvings < maxHalvings; halvings++) {
      share /= 2
      next = added(weights, step, share)
      nextLoss = penalizedLoss(columns, target, next, l2)
    }
    if (halving && !(nextLoss <= loss)) return result(weights, iteration, true)
    const change = Math.abs(loss - nextLoss)
    weights = next
    loss = nextLoss
    if (!Number.isFinite(loss)) return result(weights, iteration, false)
    if (change < tolerance * (1 + Math.abs(loss))) return result(weights, iteration, true)
  }
  return result(weights, maxIterations, false)
}

const result = (all: Float64Array, iterations: number, converged: boolean): Regression => ({
  intercept: all[0]!,
  weights: all.slice(1),
  iterations,
  converged,
})

const startIntercept = (target: ArrayLike<number>): number => {
  let events = 0
  for (let row = 0; row < target.length; row++) events += target[row]!
  return Math.log((events + 0.5) / (target.length - events + 0.5))
}

const added = (weights: Float64Array, step: Float64Array, share: number): Float64Array<ArrayBuffer> =>
  Float64Array.from(weights, (weight, index) => weight + share * step[index]!)

const predictorsOf = (
  columns: readonly Float64Array[],
  weights: Float64Array,
  rows: number,
): Float64Array => {
  const predictors = new Float64Array(rows).fill(weights[0]!)
  for (const [index, column] of columns.entries()) {
    const weight = weights[index + 1]!
    if (weight !== 0) for (let row = 0; row < rows; row++) predictors[row]! += weight * column[row]!
  }
  return predictors
}

/** ln(1 + exp(x)) without overflow. */
const softplus = (x: number): number => (x > 30 ? x : x < -30 ? 0 : Math.log1p(Math.exp(x)))

const penalizedLoss = (
  columns: readonly Float64Array[],
  target: ArrayLike<number>,
  weights: Float64Array,
  l2: number,
): number => {
  const predictors = predictorsOf(columns, weights, target.length)
  let loss = 0
  for (let row = 0; row < target.length; row++) {
    loss += softplus(predictors[row]!) - target[row]! * predictors[row]!
  }
  for (let index = 1; index < weights.length; index++) loss += (l2 / 2) * weights[index]! ** 2
  return loss
}

const newtonStep = (
  columns: readonly Float64Array[],
  target: ArrayLike<number>,
  weights: Float64Array,
  l2: number,
): Float64Array | null => {
  const width = weights.length
  const rows = target.length
  const predictors = predictorsOf(columns, weights, rows)
  const errors = new Float64Array(rows)
  const curvature = new Float64Array(rows)
  for (let row = 0; row < rows; row++) {
    const probability = 1 / (1 + Math.exp(-predictors[row]!))
    errors[row] = target[row]! - probability
    curvature[row] = probability * (1 - probability)
  }
  const hessian = Array.from({ length: width }, () => new Float64Array(width))
  const gradient = new Float64Array(width)
  const weighted = new Float64Array(rows)
  for (let a = 0; a < width; a++) {
    const left = columns[a - 1]
    for (let row = 0; row < rows; row++) {
      const value = left ? left[row]! : 1
      weighted[row] = curvature[row]! * value
      gradient[a]! += errors[row]! * value
    }
    for (let b = a; b < width; b++) {
      const right = columns[b - 1]
      let sum = 0
      for (let row = 0; row < rows; row++) sum += weighted[row]! * (right ? right[row]! : 1)
      hessian[a]![b] = sum
      hessian[b]![a] = sum
    }
    if (a > 0) {
      hessian[a]![a]! += l2
      gradient[a]! -= l2 * weights[a]!
    }
  }
  return solve(hessian, gradient)
}

/** Solves a positive definite system by Cholesky. Null: the matrix is not positive definite. */
const solve = (matrix: readonly Float64Array[], right: Float64Array): Float64Array | null => {
  const size = right.length
  const factor = matrix.map((row) => Float64Array.from(row))
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row]![column]!
      for (let inner = 0; inner < column; inner++) sum -= factor[row]![inner]! * factor[column]![inner]!
      if (row === column) {
        if (!(sum > 0)) return null
        factor[row]![row] = Math.sqrt(sum)
      } else factor[row]![column] = sum / factor[column]![column]!
    }
  }
  const solution = Float64Array.from(right)
  for (let row = 0; row < size; row++) {
    for (let inner = 0; inner < row; inner++) solution[row]! -= factor[row]![inner]! * solution[inner]!
    solution[row]! /= factor[row]![row]!
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let inner = row + 1; inner < size; inner++) solution[row]! -= factor[inner]![row]! * solution[inner]!
    solution[row]! /= factor[row]![row]!
  }
  return solution
}
