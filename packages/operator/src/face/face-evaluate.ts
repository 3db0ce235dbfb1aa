import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, resolve } from 'node:path'
import type { Terminal } from '@nani/cli'
import { type CalibrationStep, openFaceEngine } from '@nani/engines/face-engine/index.ts'
import {
  comparableInAll,
  compareList,
  type Evaluation,
  type EvaluationList,
  evaluationOf,
  evaluationReport,
  type FittedCalibration,
  fitCalibration,
  type Observations,
  observePhotographs,
  type PairComparison,
  photographsOfList,
  readList,
} from '@nani/engines/face-evaluation/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import { progressOf } from '../command-line/progress.ts'
import { readCalibration } from './face-calibration.ts'
import { evaluationText, fitText } from './face-evaluate-text.ts'

type Given = {
  list?: string
  json?: boolean
  report?: string
  strict?: boolean
  /** True, or the file that is written. */
  fit?: true | string
  calibration?: string
}
type Offline = { given: Readonly<Record<string, unknown>>; terminal: Terminal }
type Fitted = { path: string; calibration: FittedCalibration }
export type Evaluated = {
  reportPath: string
  evaluations: readonly [Evaluation, ...Evaluation[]]
  fitted: Fitted | null
}

/** Twice what the service takes. */
const maxBytes = 24 * 1024 * 1024

/** A recogniser with its calibration, and the photographs as it sees them. */
type Looked = { calibration: readonly CalibrationStep[]; observed: Observations }

/** `nani face evaluate LIST.csv`: touches no installation, and stores nothing but the report and a fitted calibration. */
export const evaluate = async ({ given, terminal }: Offline): Promise<Evaluated> => {
  const options = given as Given
  const { list: path, fit } = pathsOf(options, terminal)
  const list = openList(path)
  const strict = options.strict === true
  const looked = await lookAt(list, path, { strict, json: options.json === true }, terminal)
  const all = looked.map((one) => ({ ...one, compared: compareList(list, one.observed) }))
  const evaluations = all.map(({ compared, calibration }) => {
    const stated = options.calibration && resolve(terminal.cwd, options.calibration)
    const fitted = stated && all.length > 0 ? fittedFor(compared.modelId, stated) : null
    return evaluationOf(compared, fitted ?? { id: 'of the model', calibration })
  }) as [Evaluation, ...Evaluation[]]
  const reportPath = resolve(terminal.cwd, options.report ?? path.replace(/(\.csv)?$/i, '.html'))
  writeFileSync(
    reportPath,
    evaluationReport(evaluations, {
      title: `Face recognition: ${basename(path)}`,
      ...{ strict, madeAt: new Date() },
    }),
  )
  const fitted = fit === null ? null : writeFit(fit, all[0]!)
  return { reportPath, evaluations, fitted }
}

/** The figures for people, and the file of the report. */
export const evaluatedText = ({ reportPath, evaluations, fitted }: Evaluated, terminal: Terminal): string => {
  const texts = evaluations.map((evaluation) => evaluationText(evaluation, terminal))
  const fitLines = fitted ? fitText(fitted.calibration, fitted.path, terminal) : ''
  return `${texts.join('\n')}${fitLines}  ${reportPath}\n\n`
}

/** The file after `--fit` is the list, if no other argument names it: `evaluate --fit people.csv`. */
const pathsOf = ({ list: listPath, fit }: Given, { cwd }: Terminal): { list: string; fit: string | null } => {
  const isListOfFit = listPath === undefined && typeof fit === 'string'
  const list = isListOfFit ? fit : listPath
  if (list === undefined) {
    throw new Refusal('value_invalid', 'The list of photographs is missing.', {
      next: 'Run: nani face evaluate people.csv',
    })
  }
  const path = resolve(cwd, list)
  if (fit === undefined) return { list: path, fit: null }
  const isNamed = typeof fit === 'string' && !isListOfFit
  return {
    list: path,
    fit: isNamed ? resolve(cwd, fit) : path.replace(/(\.csv)?$/i, '.calibration.json'),
  }
}

/** A fitted calibration counts for its recogniser alone. */
const fittedFor = (modelId: string, path: string) => {
  const { model_id, id, calibration } = readCalibration(path)
  return model_id === modelId ? { id, calibration } : null
}

const writeFit = (path: string, { compared, calibration }: Looked & { compared: PairComparison }): Fitted => {
  const fitted = fitCalibration(compared, calibration)
  writeFileSync(path, `${JSON.stringify(fitted, null, 2)}\n`)
  return { path, calibration: fitted }
}

export const evaluatedJson = ({ reportPath: report, evaluations: [first, ...others], fitted }: Evaluated) => {
  const figures = ({ scores: _, ...evaluation }: Evaluation) => evaluation
  return {
    report,
    ...figures(first),
    ...(others.length > 0 && { compared_with: others.map(figures) }),
    ...(fitted && { fit: { file: fitted.path, ...fitted.calibration } }),
  }
}

/** A recogniser of the operator is compared with the included one. */
const lookAt = async (
  list: EvaluationList,
  path: string,
  { strict, json }: { strict: boolean; json: boolean },
  terminal: Terminal,
): Promise<Looked[]> => {
  const modelsDir = terminal.env.NANI_FACE_MODELS || null
  const files = photographsOfList(list)
  const looked: Looked[] = []
  for (const dir of modelsDir === null ? [null] : [modelsDir, null]) {
    const progress = progressOf(terminal, 'Looked at', json)
    const engine = await openFaceEngine({ modelsDir: dir })
    try {
      if (looked.some(({ observed }) => observed.modelId === engine.modelId)) continue
      const observed = await observePhotographs(files, {
        ...{ engine, strict },
        concurrency: 2 * availableParallelism(),
        read: (file) => readPhotograph(resolve(dirname(path), file)),
        onProgress: (done, total) => progress.update(done, total, `${done} of ${total} photographs`),
      })
      looked.push({ calibration: engine.calibration, observed })
    } finally {
      progress.stop()
      await engine.close()
    }
  }
  const same = comparableInAll(looked.map(({ observed }) => observed))
  return looked.map(({ calibration }, index) => ({ calibration, observed: same[index]! }))
}

const openList = (path: string): EvaluationList => {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw new Refusal('file_not_found', `There is no file ${path}.`)
  }
  try {
    return readList(readFileSync(path))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.code, `${path}: ${error.message}.`, { next: error.next })
  }
}

const readPhotograph = async (path: string): Promise<Uint8Array> => {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new Refusal('file_not_found', `There is no photograph ${path}.`)
  if (found.size > maxBytes) throw new Refusal('file_unusable', `${path} is larger than 24 MB.`)
  return readFile(path)
}
