import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { drawsOf } from '../random.ts'
import { fitRegression } from './logistic-regression.ts'
import { rankMetrics } from './metrics.ts'

const draws = drawsOf({
  bytes: (length) => createHash('sha512').update('newton').digest().subarray(0, length),
})

/**
 * Rows like those of Give Me Some Credit: 5 % of them default, but most of a few rows with a code. A full Newton step
 * overshoots on such a group. Its probability is then almost 1, its curvature almost 0, and the next step is far too long.
 */
const rows = 20_000
const code = new Float64Array(rows)
const late = new Float64Array(rows)
const utilization = new Float64Array(rows)
const target = new Uint8Array(rows)
for (let row = 0; row < rows; row++) {
  code[row] = draws.chance(0.002) ? 1 : 0
  late[row] = draws.chance(0.16) ? 1 + draws.below(4) : 0
  utilization[row] = draws.fraction()
  const logOdds = code[row] ? 1 : -4.6 + 0.7 * late[row]! + 1.8 * utilization[row]!
  target[row] = draws.chance(1 / (1 + Math.exp(-logOdds))) ? 1 : 0
}
const columns = [code, late, utilization]
const aucOf = ({ intercept, weights }: { intercept: number; weights: Float64Array }) => {
  const safe = Float64Array.from(
    { length: rows },
    (_, row) =>
      -(intercept + columns.reduce((sum, column, index) => sum + weights[index]! * column[row]!, 0)),
  )
  return rankMetrics(
    safe.map((value) => (Number.isFinite(value) ? value : 0)),
    target,
  ).auc
}

describe("Newton's method on rare codes", () => {
  test('diverges without step halving: the weight of the code has no bound', () => {
    const undamped = fitRegression({ columns, target, l2: 1e-4, halving: false })
    expect(undamped.converged).toBe(false)
    expect(Math.abs(undamped.weights[0]!)).toBeGreaterThan(1_000)
  })

  test('converges with step halving, and ranks well', () => {
    const fit = fitRegression({ columns, target, l2: 1e-4 })
    expect(fit.converged).toBe(true)
    expect(aucOf(fit)).toBeGreaterThan(0.7)
  })
})

test('the fit finds the weights that made the rows', () => {
  const made = drawsOf({
    bytes: (length) => createHash('sha512').update('made').digest().subarray(0, length),
  })
  const x = Float64Array.from({ length: 30_000 }, () => made.normal())
  const outcome = Uint8Array.from(x, (value) =>
    made.chance(1 / (1 + Math.exp(-(0.5 - 1.2 * value)))) ? 1 : 0,
  )
  const { intercept, weights } = fitRegression({ columns: [x], target: outcome, l2: 1e-3 })
  expect(intercept).toBeCloseTo(0.5, 1)
  expect(weights[0]!).toBeCloseTo(-1.2, 1)
})
