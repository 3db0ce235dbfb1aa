import type { Random } from '../random.ts'
import { sources } from '../serving/credit-records.ts'
import type { ScorecardModel } from '../serving/model.ts'
import { scoreOfLogOdds } from '../serving/score-scale.ts'
import { buildModel } from './build-model.ts'
import { drawFolds, rowsWhere } from './draw-folds.ts'
import type { FactorMap } from './factor-map.ts'
import { type BinnedTable, binTable, selectBinned } from './fine-bins.ts'
import type { FinishedFit } from './finished-fit.ts'
import { boostOptionsFor, fitBoosted, meanTables } from './fit-boosted.ts'
import { calibrated, fitCalibration } from './fit-calibration.ts'
import { fitShrinkage } from './fit-shrinkage.ts'
import { fitWoe, woeOptionsFor } from './fit-woe.ts'
import { centre, type FittedTables, limitMissing, sumsOf } from './fitted-tables.ts'
import { measure } from './metrics.ts'
import { thinFileOf } from './thin-file.ts'
import type { TrainingTable } from './training-table.ts'

export const foldCount = 5

export type TrainingInput = {
  table: TrainingTable
  map: FactorMap
  /** The only source of chance: it divides the rows into folds. */
  random: Random
  fileSha256?: string | null
}

/**
 * Trains a model. Each of five folds is held out once: its rows are scored by tables that did not see them. Shrinkage
 * and calibration are fitted on these scores.
 */
export const trainModel = ({ table, map, random, fileSha256 = null }: TrainingInput): ScorecardModel => {
  const binned = binTable(table, map.max_bins)
  const foldOf = drawFolds(table.target, foldCount, random)
  const heldOut = Array.from({ length: foldCount }, (_, fold) => fitFold(binned, foldOf, fold, map))
  const all =
    map.method === 'woe'
      ? fitWoe(binned, woeOptionsFor(binned.rows))
      : onRows(meanTables(heldOut.map(({ tables }) => tables)), binned)
  const counts = countSources(binned)
  const finish = (share: number) => finishModel({ all, heldOut, binned, counts }, share)
  const finished = withThinFile(finish)
  return buildModel({
    map,
    binned,
    fileSha256,
    ...finished,
    metrics: metricsOf(finished.heldOutLogOdds, table),
  })
}

type Fold = { rows: Uint32Array; held: BinnedTable; tables: FittedTables }

const fitFold = (binned: BinnedTable, foldOf: Uint8Array, fold: number, { method }: FactorMap): Fold => {
  const rows = rowsWhere(foldOf, (of) => of === fold)
  const held = selectBinned(binned, rows)
  if (method === 'woe') {
    const fitting = selectBinned(
      binned,
      rowsWhere(foldOf, (of) => of !== fold),
    )
    return { rows, held, tables: fitWoe(fitting, woeOptionsFor(fitting.rows)) }
  }
  // The fold after the held-out one decides when boosting stops, so that the held-out rows decide nothing.
  const stop = (fold + 1) % foldCount
  const stopping = selectBinned(
    binned,
    rowsWhere(foldOf, (of) => of === stop),
  )
  const fitting = selectBinned(
    binned,
    rowsWhere(foldOf, (of) => of !== fold && of !== stop),
  )
  return { rows, held, tables: fitBoosted(fitting, stopping, boostOptionsFor(fitting.rows)) }
}

const onRows = (tables: FittedTables, binned: BinnedTable): FittedTables => ({
  intercept: tables.intercept,
  features: tables.features.map((fitted, index) => ({ ...fitted, feature: binned.features[index]! })),
})

/** The number of contributing sources of each row. A file without sources has all of them. */
const countSources = ({ features, rows }: BinnedTable): Uint8Array => {
  const counts = new Uint8Array(rows)
  if (features.every(({ spec }) => spec.source === null)) return counts.fill(sources.length)
  for (const source of sources) {
    const own = features.filter(({ spec }) => spec.source === source)
    for (let row = 0; row < rows; row++) {
      if (own.some(({ codes, missingBin }) => codes[row] !== missingBin)) counts[row]!++
    }
  }
  return counts
}

type Fits = { all: FittedTables; heldOut: readonly Fold[]; binned: BinnedTable; counts: Uint8Array }

/** Limits the missing bins, then fits shrinkage and calibration on the held-out rows. */
const finishModel = ({ all, heldOut, binned, counts }: Fits, share: number): FinishedFit => {
  const sums = new Float64Array(binned.rows)
  const intercepts = new Float64Array(binned.rows)
  for (const { rows, held, tables } of heldOut) {
    const limited = limitMissing(tables, share)
    const { intercept, means } = centre(limited)
    for (const [place, sum] of sumsOf(limited, means, held).entries()) {
      sums[rows[place]!] = sum
      intercepts[rows[place]!] = intercept
    }
  }
  const tables = limitMissing(all, share)
  const { intercept, means } = centre(tables)
  const shrinkage = fitShrinkage({ sums, target: binned.target, counts, sources: sources.length })
  const logOdds = sums.map(
    (sum, row) => intercepts[row]! + (sum > 0 ? shrinkage.factors[counts[row]!]! * sum : sum),
  )
  const calibration = fitCalibration(logOdds, binned.target)
  return {
    tables,
    intercept,
    means,
    shrinkage,
    calibration,
    heldOutLogOdds: calibrated(calibration, logOdds),
  }
}

/**
 * Missing bins are drawn towards 0 until the thin-file score fits into its range. A missing source must not cost so
 * much that one source alone scores below a thin file.
 */
const withThinFile = (finish: (share: number) => FinishedFit): FinishedFit & { thinFileScore: number } => {
  let finished = finish(1)
  let thinFileScore = thinFileOf(finished)
  for (let share = 0.9; thinFileScore === null && share > -0.05; share -= 0.1) {
    finished = finish(Math.max(0, share))
    thinFileScore = thinFileOf(finished)
  }
  if (thinFileScore === null) {
    throw new RangeError(
      'The defaults are so frequent that no thin-file score between 560 and 660 is possible',
    )
  }
  return { ...finished, thinFileScore }
}

const metricsOf = (heldOutLogOdds: Float64Array, { target }: TrainingTable) => {
  const { auc, ks, brier, ece } = measure({
    scores: Float64Array.from(heldOutLogOdds, scoreOfLogOdds),
    target,
  })
  return { held_out_auc: auc, held_out_ks: ks, held_out_brier: brier, held_out_ece: ece }
}
