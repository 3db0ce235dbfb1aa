import type { Calibration } from '../serving/model.ts'
import type { Shrinkage } from './fit-shrinkage.ts'
import type { FittedTables } from './fitted-tables.ts'

/** Everything that a model consists of, before it is rounded and written. */
export type FinishedFit = {
  tables: FittedTables
  intercept: number
  means: number[]
  shrinkage: Shrinkage
  calibration: Calibration
  /** Calibrated log odds of each row, by tables that did not see it. */
  heldOutLogOdds: Float64Array
}
