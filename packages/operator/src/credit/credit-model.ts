import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { columns, printable, type Terminal } from '@nani/cli'
import { Refusal, seededRandom } from '@nani/foundation/core/index.ts'
import { loadModel, type ScorecardModel } from '@nani/scorecard'
import {
  type DataFile,
  evaluateFile,
  isFileError,
  type MeasuredModel,
  modelCard,
  type TrainedModel,
  trainFile,
} from '@nani/scorecard/training'
import { existingFile, readJson } from '../command-line/named-files.ts'

type Offline = { given: Readonly<Record<string, unknown>>; terminal: Terminal }
type DataGiven = { data: string; target: string; map: string; group?: string[] }
type Measured = MeasuredModel & { version: string }
export type Trained = Measured & { model: string; card: string | null }

/** `nani credit-model train DATA.csv`: touches no installation. */
export const train = async ({ given, terminal }: Offline): Promise<Trained> => {
  const { out, card, ...data } = given as DataGiven & { out: string; card?: string }
  const file = fileOf(data, terminal)
  const trained = await refusable(() => trainFile(file, seededRandom, card !== undefined))
  const { model, metrics, groups } = trained
  const path = writeModel(out, model, terminal)
  const cardPath = card === undefined ? null : resolve(terminal.cwd, card)
  if (cardPath !== null) writeFileSync(cardPath, cardOf(trained))
  return { model: path, version: model.version, metrics, groups, card: cardPath }
}

/** `nani credit-model evaluate DATA.csv`: touches no installation. */
export const evaluate = async ({ given, terminal }: Offline): Promise<Measured> => {
  const model = await readModel(given.model as string, terminal)
  const file = fileOf(given as DataGiven, terminal)
  return { version: model.version, ...(await refusable(() => evaluateFile(model, file))) }
}

/** The figures of a model, after a sentence about it. */
export const measuredText = (sentence: string, { metrics, groups }: Measured): string =>
  `  ${sentence}\n${metricsText(metrics)}${groupsText(groups)}`

const cardOf = ({ model, metrics, groups, splits }: TrainedModel): string =>
  modelCard({
    ...{ model, test: metrics, groups, splits: splits!, charts: [] },
    command: 'nani credit-model train DATA --target COLUMN --map MAP --out MODEL --card CARD',
    data: [
      `${model.trained_on.rows} rows, of which ${model.trained_on.defaults} defaults. ${model.trained_on.description}`,
    ],
    limits: ['The figures hold only while the population resembles these rows. Monitor it.'],
  })

/** A model file that passes the checks of the loader. */
export const readModel = async (file: string, terminal: Pick<Terminal, 'cwd'>): Promise<ScorecardModel> => {
  const model = readJson(file, terminal)
  await refusable(() => loadModel(model))
  return model as ScorecardModel
}

/** Writes a model, and returns the path of its file. */
export const writeModel = (file: string, model: ScorecardModel, { cwd }: Pick<Terminal, 'cwd'>): string => {
  const path = resolve(cwd, file)
  writeFileSync(path, `${JSON.stringify(model, null, 1)}\n`)
  return path
}

const fileOf = ({ data, target, map, group = [] }: DataGiven, terminal: Terminal): DataFile => ({
  ...{ path: existingFile(data, terminal), target, map: readJson(map, terminal), groups: group },
})

/** A fault of the operator's files has a code. Any other error is a bug. */
export const refusable = async <T>(run: () => T | Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    throw isFileError(error) ? new Refusal('file_unusable', `${error.message}.`) : error
  }
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const groupsText = (found: MeasuredModel['groups']): string =>
  found
    .map(({ column, groups }) => {
      const rows = groups.map(({ group, rows: count, predicted, observed, ratio }) => [
        printable(`${column} ${group}`),
        `${percent(predicted)} predicted`,
        `${percent(observed)} observed`,
        `× ${ratio.toFixed(2)} of ${count} rows`,
      ])
      return `${columns(rows, '  ')}\n`
    })
    .join('')

type Metrics = MeasuredModel['metrics']

/** The figures of a model with their names. */
export const figuresOf = ({ auc, ks, brier, ece, bands }: Metrics): string[][] => [
  ['AUC', auc.toFixed(4)],
  ['KS', ks.toFixed(4)],
  ['Brier score', brier.toFixed(4)],
  ['calibration error', ece.toFixed(4)],
  ...Object.entries(bands).map(([band, { rows, rate }]) => [
    `band ${band}`,
    rate === null ? 'no rows' : `${percent(rate)} of ${rows} rows default`,
  ]),
]

const metricsText = (metrics: Metrics): string =>
  `${columns([['rows', `${metrics.rows}, of which ${metrics.defaults} defaults`], ...figuresOf(metrics)], '  ')}\n`
