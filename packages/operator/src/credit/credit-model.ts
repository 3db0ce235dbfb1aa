import { createHash } from 'node:crypto'
import { createReadStream, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { columns, printable, type Terminal } from '@nani/cli'
import { Refusal, seededRandom } from '@nani/foundation/core/index.ts'
import { loadModel, ModelRefused, type ScorecardModel } from '@nani/scorecard'
import {
  type CalibrationByGroup,
  calibrationByGroup,
  DataRefused,
  evaluateModel,
  type FactorMap,
  FactorMapRefused,
  type GroupedRows,
  type Metrics,
  modelCard,
  type OverSplits,
  overSplits,
  readCsv,
  readFactorMap,
  readGrouping,
  readGroups,
  readTrainingTable,
  type SplitResult,
  scoresOfTable,
  selectRows,
  splitNames,
  type TrainingTable,
  trainAndTest,
} from '@nani/scorecard/training'
import { existingFile, readJson } from '../command-line/named-files.ts'

type Offline = { given: Readonly<Record<string, unknown>>; terminal: Terminal }
type DataGiven = { data: string; target: string; map: string; group?: string[] }
type Measured = { version: string; metrics: Metrics; groups: CalibrationByGroup }
export type Trained = Measured & { model: string; card: string | null }

/** `nani credit-model train DATA.csv`: touches no installation. The same file and map give the same model. */
export const train = async ({ given, terminal }: Offline): Promise<Trained> => {
  const files = given as DataGiven & { out: string; card?: string }
  const { table, map, path, grouped } = await readData(files, terminal)
  const fileSha256 = await sha256Of(path)
  const trained = (split: string) => {
    const seed = split === map.name ? fileSha256 : `${fileSha256} ${split}`
    return refusable(() => trainAndTest({ table, map, fileSha256 }, split, seededRandom(seed)))
  }
  const result = trained(map.name)
  const { model } = result.scorecard
  const { metrics } = result
  const groups = groupsOf(result, table, grouped)
  const out = resolve(terminal.cwd, files.out)
  writeFileSync(out, `${JSON.stringify(model, null, 1)}\n`)
  const card = files.card === undefined ? null : resolve(terminal.cwd, files.card)
  if (card !== null) {
    const others = splitNames(map.name)
      .slice(1)
      .map((split) => trained(split).metrics)
    writeFileSync(card, cardOf(model, { metrics, groups, splits: overSplits([metrics, ...others]) }))
  }
  return { model: out, version: model.version, metrics, groups, card }
}

/** `nani credit-model evaluate DATA.csv`: touches no installation. */
export const evaluate = async ({ given, terminal }: Offline): Promise<Measured> => {
  const model = readModel(given.model as string, terminal)
  const { table, grouped } = await readData(given as DataGiven, terminal)
  const scorecard = loadModel(model)
  const metrics = evaluateModel(scorecard, table)
  const groups = groupsOf({ scorecard, test: Uint32Array.from(table.target.keys()) }, table, grouped)
  return { version: model.version, metrics, groups }
}

/** The figures of a model, after a sentence about it. */
export const measuredText = (sentence: string, { metrics, groups }: Measured): string =>
  `  ${sentence}\n${metricsText(metrics)}${groupsText(groups)}`

/** The columns of the groups are read for the evaluation alone. */
const groupsOf = (
  { scorecard, test }: Pick<SplitResult, 'scorecard' | 'test'>,
  table: TrainingTable,
  grouped: GroupedRows,
): CalibrationByGroup => {
  const rows = selectRows(table, test)
  return calibrationByGroup({ scores: scoresOfTable(scorecard, rows), target: rows.target }, grouped, test)
}

type OnCard = { metrics: Metrics; groups: CalibrationByGroup; splits: OverSplits }

const cardOf = (model: ScorecardModel, { metrics, groups, splits }: OnCard): string =>
  modelCard({
    ...{ model, test: metrics, groups, splits, charts: [] },
    command: 'nani credit-model train DATA --target COLUMN --map MAP --out MODEL --card CARD',
    data: [
      `${model.trained_on.rows} rows, of which ${model.trained_on.defaults} defaults. ${model.trained_on.description}`,
    ],
    limits: ['The figures hold only while the population resembles these rows. Monitor it.'],
  })

/** A model file that passes the checks of the loader. */
export const readModel = (file: string, terminal: Pick<Terminal, 'cwd'>): ScorecardModel => {
  const model = readJson(file, terminal)
  refusable(() => loadModel(model))
  return model as ScorecardModel
}

const readData = async (
  { data, target, map: mapFile, group = [] }: DataGiven,
  terminal: Terminal,
): Promise<{ table: TrainingTable; map: FactorMap; path: string; grouped: GroupedRows }> => {
  const path = existingFile(data, terminal)
  const map = refusable(() => readFactorMap(readJson(mapFile, terminal)))
  try {
    const table = await readTrainingTable(readCsv(path), target, map)
    const grouped = group.length === 0 ? [] : await readGroups(readCsv(path), group.map(readGrouping))
    return { table, map, path, grouped }
  } catch (error) {
    throw unusable(error)
  }
}

/** What is wrong with the operator's files has a code. Any other error is a bug. */
export const unusable = (error: unknown): unknown =>
  error instanceof DataRefused ||
  error instanceof FactorMapRefused ||
  error instanceof ModelRefused ||
  error instanceof RangeError
    ? new Refusal('file_unusable', `${error.message}.`)
    : error

export const refusable = <T>(run: () => T): T => {
  try {
    return run()
  } catch (error) {
    throw unusable(error)
  }
}

export const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const groupsText = (found: CalibrationByGroup): string =>
  found
    .map(({ column, groups }) => {
      const rows = groups.map(({ group, rows: count, predicted, observed, ratio }) => [
        printable(`${column} ${group}`),
        `${(100 * predicted).toFixed(1)} % predicted`,
        `${(100 * observed).toFixed(1)} % observed`,
        `× ${ratio.toFixed(2)} of ${count} rows`,
      ])
      return `${columns(rows, '  ')}\n`
    })
    .join('')

const metricsText = ({ rows, defaults, auc, ks, brier, ece, bands }: Metrics): string => {
  const figures = [
    ['rows', `${rows}, of which ${defaults} defaults`],
    ['AUC', auc.toFixed(4)],
    ['KS', ks.toFixed(4)],
    ['Brier score', brier.toFixed(4)],
    ['calibration error', ece.toFixed(4)],
    ...Object.entries(bands).map(([band, { rows: count, rate }]) => [
      `band ${band}`,
      rate === null ? 'no rows' : `${(100 * rate).toFixed(1)} % of ${count} rows default`,
    ]),
  ]
  return `${columns(figures, '  ')}\n`
}
