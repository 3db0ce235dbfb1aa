import { writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Terminal } from '@nani/cli'
import {
  type ComparedFile,
  compareFile,
  type Evaluation,
  evaluationOf,
  evaluationReport,
  type FittedCalibration,
  fitCalibration,
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

/** `nani face evaluate LIST.csv`: touches no installation, and stores nothing but the report and a fitted calibration. */
export const evaluate = async ({ given, terminal }: Offline): Promise<Evaluated> => {
  const options = given as Given
  const { list: path, fit } = pathsOf(options, terminal)
  const strict = options.strict === true
  const stated =
    options.calibration === undefined ? null : readCalibration(resolve(terminal.cwd, options.calibration))
  const all = await compareFile(path, {
    strict,
    modelsDir: terminal.env.NANI_FACE_MODELS || null,
    progress: () => progressOf(terminal, 'Looked at', options.json === true),
  })
  if (stated) requireMeasured(stated, all)
  const evaluations = all.map(({ compared, calibration }) => {
    const fitted = stated?.model_id === compared.modelId ? stated : null
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
const requireMeasured = ({ model_id }: FittedCalibration, all: readonly ComparedFile[]): void => {
  if (all.some(({ compared }) => compared.modelId === model_id)) return
  throw new Refusal(
    'face_calibration_invalid',
    `The calibration is of the recogniser ${model_id}, which was not measured.`,
  )
}

const writeFit = (path: string, { compared, calibration }: ComparedFile): Fitted => {
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
