import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Random } from '../random.ts'
import { loadModel, ModelRefused } from '../serving/load-model.ts'
import type { ScorecardModel } from '../serving/model.ts'
import {
  type CalibrationByGroup,
  calibrationByGroup,
  type GroupedRows,
  readGrouping,
  readGroups,
} from './calibration-by-group.ts'
import { evaluateModel, scoresOfTable } from './evaluate-model.ts'
import { type FactorMap, FactorMapRefused, readFactorMap } from './factor-map.ts'
import { type OverSplits, overSplits, type SplitResult, splitNames, trainAndTest } from './measure-splits.ts'
import type { Metrics } from './metrics.ts'
import { mapOfModel, withPlainOutcomes } from './own-outcomes.ts'
import { readCsv } from './read-csv.ts'
import { type Recalibration, recalibrate } from './recalibrate.ts'
import { DataRefused, readTrainingTable, selectRows, type TrainingTable } from './training-table.ts'

/** A CSV file with the column of the outcome. `map` is a factor map, and `groups` are columns such as `age=30,45,60`. */
export type DataFile = { path: string; target: string; map: unknown; groups: readonly string[] }

export type MeasuredModel = { metrics: Metrics; groups: CalibrationByGroup }
export type TrainedModel = MeasuredModel & { model: ScorecardModel; splits: OverSplits | null }

/** Whether an error says what is wrong with a file. Any other error is a bug. */
export const isFileError = (error: unknown): error is Error =>
  [DataRefused, FactorMapRefused, ModelRefused, RangeError].some((kind) => error instanceof kind)

/** The same file and map give the same model. `withSplits` also measures the method on the other splits. */
export const trainFile = async (
  file: DataFile,
  randomOf: (seed: string) => Random,
  withSplits: boolean,
): Promise<TrainedModel> => {
  const { table, map, grouped } = await readData(file)
  const fileSha256 = await sha256Of(file.path)
  const trained = (split: string): SplitResult => {
    const seed = split === map.name ? fileSha256 : `${fileSha256} ${split}`
    return trainAndTest({ table, map, fileSha256 }, split, randomOf(seed))
  }
  const [own, ...others] = splitNames(map.name)
  const result = trained(own as string)
  const { metrics } = result
  return {
    ...{ model: result.scorecard.model, metrics, groups: groupsOf(result, table, grouped) },
    splits: withSplits ? overSplits([metrics, ...others.map((split) => trained(split).metrics)]) : null,
  }
}

/** Measures a model on every row of a file. */
export const evaluateFile = async (model: unknown, file: DataFile): Promise<MeasuredModel> => {
  const scorecard = loadModel(model)
  const { table, grouped } = await readData(file)
  const groups = groupsOf({ scorecard, test: Uint32Array.from(table.target.keys()) }, table, grouped)
  return { metrics: evaluateModel(scorecard, table), groups }
}

/** Fits the probabilities of a model to the outcomes of a file. */
export const recalibrateFile = async (
  base: ScorecardModel,
  { path, target }: Pick<DataFile, 'path' | 'target'>,
): Promise<Recalibration> => {
  const fileSha256 = await sha256Of(path)
  const table = await readTrainingTable(withPlainOutcomes(readCsv(path), target), target, mapOfModel(base))
  return recalibrate({ base: loadModel(base), table, fileSha256 })
}

type Data = { table: TrainingTable; map: FactorMap; grouped: GroupedRows }

const readData = async ({ path, target, map: written, groups }: DataFile): Promise<Data> => {
  const map = readFactorMap(written)
  const table = await readTrainingTable(readCsv(path), target, map)
  const grouped = groups.length === 0 ? [] : await readGroups(readCsv(path), groups.map(readGrouping))
  return { table, map, grouped }
}

/** The columns of the groups are read for the evaluation alone. */
const groupsOf = (
  { scorecard, test }: Pick<SplitResult, 'scorecard' | 'test'>,
  table: TrainingTable,
  grouped: GroupedRows,
): CalibrationByGroup => {
  const rows = selectRows(table, test)
  return calibrationByGroup({ scores: scoresOfTable(scorecard, rows), target: rows.target }, grouped, test)
}

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
