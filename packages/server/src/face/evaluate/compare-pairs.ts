import { Refusal } from '../../core/index.ts'
import type { FaceEngine, FaceObservation } from '../engine.ts'
import { type Errors, measureErrors } from './measure-errors.ts'
import type { Pair } from './read-pairs.ts'

/** What became of a photograph: what the service would answer to it, and whether it could be compared at all. */
export type Capture = { file: string; answer: string; isComparable: boolean }

export type Evaluation = {
  modelId: string
  pairs: number
  captures: Capture[]
  /** Pairs of which a photograph could not be compared. */
  notCompared: number
  scores: { same: number[]; different: number[] }
  errors: Errors
}

export type CompareOptions = {
  engine: FaceEngine
  read(file: string): Promise<Uint8Array>
  /** Leaves out what the service would refuse, as it does in operation; otherwise whatever has a face is compared. */
  strict: boolean
  atOnce: number
  onProgress?(done: number, total: number): void
}

/** Every photograph is looked at once, however many pairs it is in. */
export const comparePairs = async (pairs: readonly Pair[], options: CompareOptions): Promise<Evaluation> => {
  const { engine, strict, atOnce, onProgress } = options
  const files = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]
  const seen = new Map<string, FaceObservation | string>()
  const waiting = files.values()
  const work = async () => {
    for (const file of waiting) {
      seen.set(file, await observe(file, options))
      onProgress?.(seen.size, files.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
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

/** The quality problem rather than that there was one. */
const describe = ({ code, context }: Pick<Refusal, 'code' | 'context'>): string => {
  const { problems } = context as { problems?: string[] }
  return problems ? problems.join(' + ') : code
}
