import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, resolve } from 'node:path'
import { printJson, type Terminal } from '@nani/cli'
import { openFaceEngine } from '@nani/engines/face-engine/index.ts'
import {
  comparePairs,
  type Evaluation,
  evaluationReport,
  type Pair,
  PairsUnreadable,
  readPairs,
} from '@nani/engines/face-evaluation/index.ts'
import { OperatorError } from '@nani/foundation/core/index.ts'
import { evaluationText } from './face-evaluate-text.ts'
import { progressOf } from './progress.ts'

export type EvaluateOptions = { json?: boolean; report?: string; strict?: boolean }

/** Twice what the service takes. */
const maxBytes = 24 * 1024 * 1024

/** `nani face evaluate PAIRS.csv`: touches no installation, and stores nothing but the report. */
export const evaluate = async (
  pairsPath: string,
  options: EvaluateOptions,
  terminal: Terminal,
): Promise<void> => {
  const path = resolve(terminal.cwd, pairsPath)
  const reportPath = resolve(terminal.cwd, options.report ?? path.replace(/(\.csv)?$/i, '.html'))
  const pairs = openPairs(path)
  const strict = options.strict === true
  const progress = progressOf(terminal, 'Looked at', options.json === true)
  const engine = await openFaceEngine({ modelsDir: terminal.env.NANI_FACE_MODELS || null })
  let evaluation: Evaluation
  try {
    evaluation = await comparePairs(pairs, {
      engine,
      strict,
      concurrency: 2 * availableParallelism(),
      read: (file) => readPhotograph(resolve(dirname(path), file)),
      onProgress: (done, total) => progress.update(done, total, `${done} of ${total} photographs`),
    })
  } finally {
    progress.stop()
    await engine.close()
  }
  const head = { title: `Face recognition: ${basename(path)}`, strict, madeAt: new Date() }
  writeFileSync(reportPath, evaluationReport(evaluation, head))
  const { scores: _, ...figures } = evaluation
  if (options.json) printJson(terminal, { report: reportPath, ...figures })
  else terminal.out(evaluationText(evaluation, reportPath, terminal))
}

const openPairs = (path: string): Pair[] => {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw new OperatorError('file_not_found', `There is no file ${path}.`)
  }
  try {
    return readPairs(readFileSync(path))
  } catch (error) {
    if (!(error instanceof PairsUnreadable)) throw error
    throw new OperatorError(error.code, `${path}: ${error.message}.`, { next: error.next })
  }
}

const readPhotograph = async (path: string): Promise<Uint8Array> => {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new OperatorError('file_not_found', `There is no photograph ${path}.`)
  if (found.size > maxBytes) throw new OperatorError('file_unusable', `${path} is larger than 24 MB.`)
  return readFile(path)
}
