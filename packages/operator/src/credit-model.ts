import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { columns, printJson, type Terminal } from '@nani/cli'
import { loadModel, ModelRefused, type ScorecardModel } from '@nani/scorecard'
import {
  DataRefused,
  evaluateModel,
  type FactorMap,
  FactorMapRefused,
  type Metrics,
  readCsv,
  readFactorMap,
  readTrainingTable,
  selectRows,
  splitRows,
  type TrainingTable,
  trainModel,
} from '@nani/scorecard/training'
import { OperatorError, seededRandom } from '@nani/server/core/index.ts'

type DataOptions = { json?: boolean; target: string; map: string }

/** `nani credit-model train DATA.csv`: touches no installation. The same file and map give the same model. */
export const train = async (
  data: string,
  options: DataOptions & { out: string },
  terminal: Terminal,
): Promise<void> => {
  const { table, map, path } = await readData(data, options, terminal)
  const { train: rows, test } = splitRows(map.name, table.rows)
  const fileSha256 = await sha256Of(path)
  const model = refusable(() =>
    trainModel({ table: selectRows(table, rows), map, random: seededRandom(fileSha256), fileSha256 }),
  )
  const metrics = refusable(() => evaluateModel(loadModel(model), selectRows(table, test)))
  const out = resolve(terminal.cwd, options.out)
  writeFileSync(out, `${JSON.stringify(model, null, 1)}\n`)
  if (options.json) printJson(terminal, { model: out, version: model.version, metrics })
  else terminal.out(`  ${out} is the model ${model.version}.\n${metricsText(metrics)}`)
}

/** `nani credit-model evaluate DATA.csv`: touches no installation. */
export const evaluate = async (
  data: string,
  options: DataOptions & { model: string },
  terminal: Terminal,
): Promise<void> => {
  const model = readModel(options.model, terminal)
  const { table } = await readData(data, options, terminal)
  const metrics = evaluateModel(loadModel(model), table)
  if (options.json) printJson(terminal, { version: model.version, metrics })
  else terminal.out(`  Model ${model.version}.\n${metricsText(metrics)}`)
}

/** A model file that passes the checks of the loader. */
export const readModel = (file: string, terminal: Pick<Terminal, 'cwd'>): ScorecardModel => {
  const model = readJson(file, terminal)
  refusable(() => loadModel(model))
  return model as ScorecardModel
}

const readData = async (
  data: string,
  { target, map: mapFile }: DataOptions,
  terminal: Terminal,
): Promise<{ table: TrainingTable; map: FactorMap; path: string }> => {
  const path = existing(data, terminal)
  const map = refusable(() => readFactorMap(readJson(mapFile, terminal)))
  try {
    return { table: await readTrainingTable(readCsv(path), target, map), map, path }
  } catch (error) {
    throw unusable(error)
  }
}

export const existing = (file: string, { cwd }: Pick<Terminal, 'cwd'>): string => {
  const path = resolve(cwd, file)
  if (!existsSync(path)) throw new OperatorError('file_not_found', `There is no file ${path}.`)
  return path
}

const readJson = (file: string, terminal: Pick<Terminal, 'cwd'>): unknown => {
  const path = existing(file, terminal)
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new OperatorError('file_unusable', `${path} is not a JSON document.`)
  }
}

/** What is wrong with the operator's files has a code. Any other error is a bug. */
export const unusable = (error: unknown): unknown =>
  error instanceof DataRefused ||
  error instanceof FactorMapRefused ||
  error instanceof ModelRefused ||
  error instanceof RangeError
    ? new OperatorError('file_unusable', `${error.message}.`)
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
