import { readFileSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, resolve } from 'node:path'
import { Refusal } from '@nani/foundation/core/index.ts'
import { type CalibrationStep, openFaceEngine } from '../face-engine/index.ts'
import { compareList, type PairComparison, photographsOfList } from './compare-pairs.ts'
import { comparableInAll, type Observations, observePhotographs } from './observe-photographs.ts'
import { type EvaluationList, readList } from './read-list.ts'

/** Twice the maximum of the service. */
const maxBytes = 24 * 1024 * 1024

/** A recogniser: its calibration, and its comparison of the photographs. */
export type ComparedFile = { calibration: readonly CalibrationStep[]; compared: PairComparison }

type Options = {
  strict: boolean
  /** The folder of a recogniser of the operator, which is compared with the included one. Null: the included one alone. */
  modelsDir: string | null
  /** One for each recogniser. */
  progress(): { update(done: number, total: number, note: string): void; stop(): void }
}

/** Compares the photographs that a file lists. */
export const compareFile = async (path: string, options: Options): Promise<ComparedFile[]> => {
  const { strict, modelsDir } = options
  const list = openList(path)
  const files = photographsOfList(list)
  const looked: { calibration: readonly CalibrationStep[]; observed: Observations }[] = []
  for (const dir of modelsDir === null ? [null] : [modelsDir, null]) {
    const progress = options.progress()
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
  return looked.map(({ calibration }, index) => ({ calibration, compared: compareList(list, same[index]!) }))
}

const openList = (path: string): EvaluationList => {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new Refusal('file_not_found', `There is no file ${path}.`)
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
