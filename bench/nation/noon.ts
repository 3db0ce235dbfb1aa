import type { Assumed, Measured } from './simulate.ts'

export type Noon = {
  /** Calls that were answered 503 while the standby took over. Callers repeat them. */
  refused: number
  /** The share of all calls of these seconds. */
  refusedShare: number
  /** Seconds until the cell has answered everything that was repeated. Infinity: it never does. */
  caughtUpSeconds: number
  /** The share of the cores of the cell that its own calls use in the busiest second. */
  usedShare: number
  /** Seconds from a change of a list to the last alert, extrapolated from 100,000 monitored people without calls. */
  alertsSeconds: number
}

const maxSeconds = 3_600

/**
 * Noon, second by second: all cells serve the busiest rate, one is lost, its standby takes over, and its callers repeat what was
 * refused. Other cells notice nothing: they share no database. At the same second a list changes.
 */
export const simulateNoon = (
  measured: Measured,
  assumed: Assumed,
  { callsPerSecond, cells }: { callsPerSecond: number; cells: number },
): Noon => {
  const arriving = callsPerSecond / cells
  // Every core of the machine: what is kept free otherwise is for this.
  const capacity = (assumed.coresOfMachine * 1000) / measured.databaseCpuMsOfCall
  const awaySeconds = assumed.detectionSeconds + measured.failoverSeconds
  let waiting = 0
  let second = 0
  for (; second < maxSeconds; second++) {
    const away = Math.max(0, Math.min(1, awaySeconds - second))
    waiting = Math.max(0, waiting + arriving - capacity * (1 - away))
    if (waiting < 1e-9 && second + 1 > awaySeconds) break
  }
  const refused = arriving * awaySeconds
  return {
    refused,
    refusedShare: 1 / cells,
    caughtUpSeconds: second === maxSeconds ? Number.POSITIVE_INFINITY : second + 1,
    usedShare: arriving / capacity,
    alertsSeconds: measured.alertsSeconds * (assumed.monitored / 100_000),
  }
}
