import type { Scorecard } from '../serving/scorecard.ts'
import { type Metrics, measure } from './metrics.ts'
import { type TrainingTable, valuesOfRow } from './training-table.ts'

/** The score of each row, by the same look-up that serves calls. */
export const scoresOfTable = (scorecard: Scorecard, table: TrainingTable): Float64Array =>
  Float64Array.from(
    { length: table.rows },
    (_, row) => scorecard.scoreOfBins(scorecard.binsOf(valuesOfRow(table, row))).score,
  )

export const evaluateModel = (scorecard: Scorecard, table: TrainingTable): Metrics =>
  measure({ scores: scoresOfTable(scorecard, table), target: table.target })
