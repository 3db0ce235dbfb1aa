import type { Random } from '../random.ts'
import { loadModel } from '../serving/load-model.ts'
import type { Scorecard } from '../serving/scorecard.ts'
import { evaluateModel } from './evaluate-model.ts'
import type { FactorMap } from './factor-map.ts'
import type { Metrics } from './metrics.ts'
import { splitRows } from './split-rows.ts'
import { trainModel } from './train-model.ts'
import { selectRows, type TrainingTable } from './training-table.ts'

/** One split can be lucky, so a figure of a method is the mean over this many. */
export const splitCount = 5

/** The splits of a file: the fixed one, whose name is that of the file, and others. */
export const splitNames = (name: string): string[] =>
  Array.from({ length: splitCount }, (_, index) => (index === 0 ? name : `${name}#${index}`))

export type SplitResult = { scorecard: Scorecard; test: Uint32Array; metrics: Metrics }

/** Trains on 7 of 10 rows, and measures on the others. */
export const trainAndTest = (
  { table, map, fileSha256 = null }: { table: TrainingTable; map: FactorMap; fileSha256?: string | null },
  split: string,
  random: Random,
): SplitResult => {
  const { train, test } = splitRows(split, table.rows)
  const scorecard = loadModel(trainModel({ table: selectRows(table, train), map, random, fileSha256 }))
  return { scorecard, test, metrics: evaluateModel(scorecard, selectRows(table, test)) }
}

export const splitFigures = ['auc', 'ks', 'brier', 'ece'] as const
export type SplitFigure = (typeof splitFigures)[number]
export type OverSplits = Record<SplitFigure, { values: number[]; mean: number }>

export const overSplits = (metrics: readonly Pick<Metrics, SplitFigure>[]): OverSplits =>
  Object.fromEntries(
    splitFigures.map((name) => {
      const values = metrics.map((one) => one[name])
      return [name, { values, mean: values.reduce((sum, value) => sum + value, 0) / values.length }]
    }),
  ) as OverSplits
