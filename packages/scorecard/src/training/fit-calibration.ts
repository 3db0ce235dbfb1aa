import { calibrate } from '../serving/calibrate.ts'
import type { Calibration } from '../serving/model.ts'
import { fitRegression } from './logistic-regression.ts'
import { pool } from './monotone.ts'

/** With fewer defaults than this, steps of an isotonic calibration would follow single rows. */
export const leastDefaultsForIsotonic = 1_000
const defaultsOfAGroup = 25

/** Fits the calibration on log odds of rows that the tables did not see. */
export const fitCalibration = (logOdds: Float64Array, target: Uint8Array): Calibration => {
  const defaults = target.reduce((sum, outcome) => sum + outcome, 0)
  const isotonic = defaults >= leastDefaultsForIsotonic ? fitIsotonic(logOdds, target) : null
  return isotonic ?? fitPlatt(logOdds, target)
}

const fitPlatt = (logOdds: Float64Array, target: Uint8Array): Calibration => {
  const { intercept, weights } = fitRegression({
    columns: [logOdds],
    target: target.map((outcome) => 1 - outcome),
    l2: 1e-3,
  })
  // A slope that does not rise would turn the order of the scores around.
  return { method: 'platt', slope: Math.max(0.05, weights[0]!), intercept }
}

/**
 * Isotonic regression through the centres of its blocks. Between the centres it is linear, so that it rises strictly
 * and keeps the order of the scores. Groups with few defaults are joined first.
 */
const fitIsotonic = (logOdds: Float64Array, target: Uint8Array): Calibration | null => {
  const groups = groupRows(logOdds, target)
  const blocks = pool(
    groups.map(({ good, bad }) => good / (good + bad)),
    groups.map(({ good, bad }) => good + bad),
  )
  const points = blocks.map(({ from, to, value }) => {
    const members = groups.slice(from, to)
    const rows = members.reduce((sum, { good, bad }) => sum + good + bad, 0)
    const centre = members.reduce((sum, { total }) => sum + total, 0) / rows
    return { from: centre, to: Math.log(value / (1 - value)) }
  })
  const usable = points.filter(({ to }) => Number.isFinite(to))
  const rising = usable.filter(({ from, to }, index) => {
    const before = usable[index - 1]
    return !before || (from > before.from + 1e-6 && to > before.to + 1e-6)
  })
  if (rising.length < 2) return null
  return {
    method: 'isotonic',
    from: rising.map(({ from }) => round(from)),
    to: rising.map(({ to }) => round(to)),
  }
}

const round = (value: number) => Number(value.toFixed(7))

type Group = { good: number; bad: number; total: number }

/** Neighbours in the order of the log odds, each group with some defaults and some repaid loans. */
const groupRows = (logOdds: Float64Array, target: Uint8Array): Group[] => {
  const order = Uint32Array.from(logOdds, (_, row) => row).sort((a, b) => logOdds[a]! - logOdds[b]!)
  const groups: Group[] = []
  let open: Group = { good: 0, bad: 0, total: 0 }
  for (const [place, row] of order.entries()) {
    if (target[row]) open.bad++
    else open.good++
    open.total += logOdds[row]!
    const next = order[place + 1]
    const isFull = open.bad >= defaultsOfAGroup && open.good >= defaultsOfAGroup
    if (isFull && next !== undefined && logOdds[next] !== logOdds[row]) {
      groups.push(open)
      open = { good: 0, bad: 0, total: 0 }
    }
  }
  const last = groups.at(-1)
  if (last)
    groups[groups.length - 1] = {
      good: last.good + open.good,
      bad: last.bad + open.bad,
      total: last.total + open.total,
    }
  else groups.push(open)
  return groups
}

/** The same calibration, for many rows. */
export const calibrated = (calibration: Calibration, logOdds: Float64Array): Float64Array =>
  logOdds.map((value) => calibrate(calibration, value))
