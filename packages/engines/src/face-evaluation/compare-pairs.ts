import { mapWithConcurrency, Refusal } from '@nani/foundation/core/index.ts'
import type { FaceEngine, FaceObservation } from '../face-engine/index.ts'
import { type Errors, measureErrors } from './measure-errors.ts'
import type { Pair } from './read-pairs.ts'

/** The result of a photograph: the answer of the service, and whether it could be compared. */
export type Capture = { file: string; answer: string; isComparable: boolean }

export type Evaluation = {
  modelId: string
  pairs: number
  captures: Capture[]
  /** Number of pairs with a photograph that could not be compared. */
  notCompared: number
  scores: { same: number[]; different: number[] }
  errors: Errors
}

export type CompareOptions = {
  engine: FaceEngine
  read(file: string): Promise<Uint8Array>
  /** True: photographs that the service refuses are not compared. False: every photograph with a face is compared. */
  strict: boolean
  concurrency: number
  onProgress?(done: number, total: number): void
}

/** Every photograph is analysed once, even if several pairs contain it. */
export const comparePairs = async (pairs: readonly Pair[], options: CompareOptions): Promise<Evaluation> => {
  const { engine, strict, concurrency, onProgress } = options
  const files = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]
  const seen = new Map<string, FaceObservation | string>()
  await mapWithConcurrency(files, concurrency, async (file) => {
    seen.set(file, await observe(file, options))
    onProgress?.(seen.size, files.length)
  })
  const templateOf = (file: string) => {
    const observed = seen.get(file)!
    return typeof observed === 'string' || (strict && observed.refusal) ? null : observed.template
  }
  const compared = pairs.flatMap(({ a, b, isSame }) => {
    const [one, other] = [templateOf(a), templateOf(b)]
    return one && other ? [{ similarity: engine.similarity(one, other), isSame }] : []
  })
  const scoresOf = (isSame: boolean) =>
    compared.filter((one) => one.isSame === isSame).map(({ similarity }) => similarity)
  return {
    modelId: engine.modelId,
    pairs: pairs.length,
    captures: files.map((file) => ({
      file,
      answer: answerOf(seen.get(file)!),
      isComparable: !!templateOf(file),
    })),
    notCompared: pairs.length - compared.length,
    scores: { same: scoresOf(true), different: scoresOf(false) },
    errors: measureErrors(compared),
  }
}

const observe = async (file: string, { engine, read }: CompareOptions): Promise<FaceObservation | string> => {
  try {
    return await engine.observe(await read(file))
  } catch (error) {
    if (error instanceof Refusal) return describe(error)
    throw error
  }
}

const answerOf = (observed: FaceObservation | string): string => {
  if (typeof observed === 'string') return observed
  return observed.refusal ? describe(observed.refusal) : 'accepted'
}

/** Names the quality problem instead of the generic code. */
const describe = ({ code, context }: Pick<Refusal, 'code' | 'context'>): string => {
  const { problems } = context as { problems?: string[] }
  return problems ? problems.join(' + ') : code
}
