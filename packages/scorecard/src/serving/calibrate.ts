import type { Calibration } from './model.ts'

/** Calibrated log odds. Between the points of an isotonic calibration it is linear, and outside it has slope 1. */
export const calibrate = (calibration: Calibration, logOdds: number): number => {
  if (calibration.method === 'platt') return calibration.intercept + calibration.slope * logOdds
  const { from, to } = calibration
  const last = from.length - 1
  if (logOdds <= from[0]!) return to[0]! + logOdds - from[0]!
  if (logOdds >= from[last]!) return to[last]! + logOdds - from[last]!
  let low = 0
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (from[middle]! <= logOdds) low = middle
    else high = middle
  }
  const share = (logOdds - from[low]!) / (from[high]! - from[low]!)
  return to[low]! + share * (to[high]! - to[low]!)
}
