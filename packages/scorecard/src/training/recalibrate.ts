import { createHash } from 'node:crypto'
import { sources } from '../serving/credit-records.ts'
import { loadModel, ModelRefused } from '../serving/load-model.ts'
import type { Calibration, ScorecardModel } from '../serving/model.ts'
import { probabilityOf } from '../serving/score-scale.ts'
import { type Bins, createScorecard, type Scorecard } from '../serving/scorecard.ts'
import { distributionOf } from './build-model.ts'
import { fitRegression } from './logistic-regression.ts'
import { type Metrics, measure } from './metrics.ts'
import { splitRows } from './split-rows.ts'
import { thinFileRange } from './thin-file.ts'
import { DataRefused, selectRows, type TrainingTable, valuesOfRow } from './training-table.ts'

/** Fewer defaults or repaid loans do not determine an intercept and a slope, and cannot show whether they hold. */
export const leastOutcomes = 200
/** With a smaller slope, the scores of the model do not order these loans. */
export const leastSlope = 0.1

export type RecalibrationInput = {
  /** The model whose probabilities are fitted again. */
  base: Scorecard
  /** Own loans with the columns that the model reads. */
  table: TrainingTable
  fileSha256: string
}

/** Metrics of the rows that decided nothing, with the predicted defaults for calibration in the large. */
export type HeldOut = Metrics & { predicted: number }

export type Recalibration = { model: ScorecardModel; before: HeldOut; after: HeldOut }

/**
 * Logistic recalibration: log odds = intercept + slope × log odds of the model, by maximum likelihood on 7 of 10 rows. The
 * other rows measure the model before and after. A slope above 0 keeps the order of the citizens and every monotone rule
 * of the model. Score and band follow from the probability (spec/credit#score-formula).
 */
export const recalibrate = ({ base, table, fileSha256 }: RecalibrationInput): Recalibration => {
  checkOutcomes(table)
  const { train, test } = splitRows(fileSha256, table.rows)
  const fitting = selectRows(table, train)
  const model = withThinFile(base.model, fitting, fileSha256)
  const after = loadModel(model)
  const heldOut = selectRows(table, test)
  const [measuredBefore, measuredAfter] = [measureModel(base, heldOut), measureModel(after, heldOut)]
  const { auc, ks, brier, ece } = measuredAfter
  return {
    before: measuredBefore,
    after: measuredAfter,
    model: {
      ...model,
      score_distribution: distributionOf(scoresOf(after, table)),
      metrics: { held_out_auc: auc, held_out_ks: ks, held_out_brier: brier, held_out_ece: ece },
    },
  }
}

const checkOutcomes = ({ rows, target }: TrainingTable): void => {
  const defaults = target.reduce((sum, outcome) => sum + outcome, 0)
  if (defaults >= leastOutcomes && rows - defaults >= leastOutcomes) return
  throw new DataRefused(
    `A recalibration needs ${leastOutcomes} defaults and ${leastOutcomes} repaid loans. The file has ${defaults} and ${rows - defaults}`,
  )
}

export type Line = { intercept: number; slope: number }

/** A thin file has a fixed score, so that it says nothing about the line. */
const fitLine = (base: Scorecard, table: TrainingTable): Line => {
  const bins = binsOfRows(base, table)
  const rows = Array.from(bins.keys()).filter((row) => !base.scoreOfBins(bins[row]!).thinFile)
  return lineOf(
    Float64Array.from(rows, (row) => base.logOddsOfBins(bins[row]!)),
    Uint8Array.from(rows, (row) => table.target[row]!),
  )
}

/** The line of greatest likelihood through outcomes, over the log odds of a repaid loan. */
export const lineOf = (logOdds: Float64Array, target: Uint8Array): Line => {
  const { intercept, weights, converged } = fitRegression({
    columns: [logOdds],
    target: target.map((outcome) => 1 - outcome),
    l2: 0,
  })
  const slope = weights[0] ?? Number.NaN
  if (!converged || !(slope >= leastSlope)) {
    throw new DataRefused(
      `The scores of this model do not order these loans (slope ${slope.toFixed(3)}, at least ${leastSlope} is needed). Train a model on them instead`,
    )
  }
  return { intercept, slope }
}

const round = (value: number): number => Number(value.toFixed(7))

/** Beyond the last points the look-up has slope 1, so the line continues to log odds that no citizen has. */
const farLogOdds = 40

/** The calibration that gives intercept + slope × what the other one gives. It rises, because the slope is above 0. */
export const calibrationOnLine = (base: Calibration, { intercept, slope }: Line): Calibration => {
  if (base.method === 'platt')
    return {
      method: 'platt',
      slope: round(slope * base.slope),
      intercept: round(intercept + slope * base.intercept),
    }
  const { from, to } = base
  const ends = (values: number[]) => [values[0]! - farLogOdds, ...values, values.at(-1)! + farLogOdds]
  return {
    method: 'isotonic',
    from: ends(from).map(round),
    to: ends(to).map((value) => round(intercept + slope * value)),
  }
}

/**
 * As in the training, missing bins are drawn towards 0 until the thin-file score fits into its range: a source must not
 * cost so much that it pays to hide it. Other tables never change.
 */
const withThinFile = (base: ScorecardModel, table: TrainingTable, fileSha256: string): ScorecardModel => {
  for (let tenths = 10; tenths >= 0; tenths--) {
    const limited = withMissing(base, tenths / 10)
    const line = fitLine(createScorecard(limited), table)
    const model = recalibratedModel(limited, line, { table, fileSha256, missingShare: tenths / 10 })
    if (loads(model)) return model
  }
  throw new DataRefused(
    'The defaults of the file are so frequent that no thin-file score between 560 and 660 is possible. No model of these loans can be used',
  )
}

/** What a missing value costs, times a share. */
const withMissing = (model: ScorecardModel, share: number): ScorecardModel => ({
  ...model,
  features: model.features.map((feature) => {
    const { source, bins, mean } = feature
    if (source === null || share === 1) return feature
    const missing = bins.at(-1)!
    return {
      ...feature,
      bins: [...bins.slice(0, -1), { ...missing, woe: round(mean + share * (missing.woe - mean)) }],
    }
  }),
})

const loads = (model: ScorecardModel): boolean => {
  try {
    loadModel(model)
    return true
  } catch (error) {
    if (error instanceof ModelRefused) return false
    throw error
  }
}

type FittingData = { table: TrainingTable; fileSha256: string; missingShare: number }

const recalibratedModel = (
  base: ScorecardModel,
  line: Line,
  { table, fileSha256, missingShare }: FittingData,
): ScorecardModel => {
  const draft: ScorecardModel = { ...base, calibration: calibrationOnLine(base.calibration, line) }
  const { features, calibration } = draft
  const thin_file_score = thinFileOf(draft)
  const identity = JSON.stringify([base.version, features, calibration, thin_file_score, fileSha256])
  return {
    ...draft,
    thin_file_score,
    version: `recalibrated-${createHash('sha256').update(identity).digest('hex').slice(0, 12)}`,
    recalibrated_on: {
      base_version: base.version,
      file_sha256: fileSha256,
      rows: table.rows,
      defaults: table.target.reduce((sum, outcome) => sum + outcome, 0),
      intercept: round(line.intercept),
      slope: round(line.slope),
      missing_share: missingShare,
    },
  }
}

/** The score of all missing bins, in the range of thin files (spec/credit#thin-files). */
const thinFileOf = (draft: ScorecardModel): number => {
  const { missingBySource, scoreOfSum } = createScorecard(draft)
  if (draft.features.every(({ source }) => source === null)) return draft.thin_file_score
  const all = sources.reduce((sum, source) => sum + missingBySource[source], 0)
  return Math.min(thinFileRange.max, Math.max(thinFileRange.min, scoreOfSum(all, sources.length)))
}

const binsOfRows = (scorecard: Scorecard, table: TrainingTable): Bins[] =>
  Array.from({ length: table.rows }, (_, row) => scorecard.binsOf(valuesOfRow(table, row)))

const scoresOf = (scorecard: Scorecard, table: TrainingTable): Float64Array =>
  Float64Array.from(binsOfRows(scorecard, table), (bins) => scorecard.scoreOfBins(bins).score)

const measureModel = (scorecard: Scorecard, table: TrainingTable): HeldOut => {
  const scores = scoresOf(scorecard, table)
  const predicted = scores.reduce((sum, score) => sum + probabilityOf(score), 0)
  return { ...measure({ scores, target: table.target }), predicted: predicted / table.rows }
}
