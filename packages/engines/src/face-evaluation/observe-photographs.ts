import { isForCallers, mapWithConcurrency, type Refusal } from '@nani/foundation/core/index.ts'
import type { FaceEngine, FaceObservation, Template } from '../face-engine/index.ts'

/** The result of a photograph: the answer of the service, and whether it could be compared. */
export type Capture = { file: string; answer: string; isComparable: boolean }

export type ObserveOptions = {
  engine: Pick<FaceEngine, 'observe' | 'modelId'>
  read(file: string): Promise<Uint8Array>
  /** True: photographs that the service refuses are not compared. False: every photograph with a face is compared. */
  strict: boolean
  concurrency: number
  onProgress?(done: number, total: number): void
}

export type Observations = { modelId: string; captures: Capture[]; templates: Map<string, Template> }

/** Every photograph is analysed once. Those that cannot be compared have no template. */
export const observePhotographs = async (
  files: readonly string[],
  options: ObserveOptions,
): Promise<Observations> => {
  const { strict, concurrency, onProgress } = options
  const seen = new Map<string, FaceObservation | string>()
  await mapWithConcurrency(files, concurrency, async (file) => {
    seen.set(file, await observe(file, options))
    onProgress?.(seen.size, files.length)
  })
  const templates = new Map<string, Template>()
  const captures = files.map((file): Capture => {
    const observed = seen.get(file)!
    const isComparable = typeof observed !== 'string' && !(strict && observed.refusal)
    if (isComparable) templates.set(file, observed.template)
    return { file, answer: answerOf(observed), isComparable }
  })
  return { modelId: options.engine.modelId, captures, templates }
}

/** Recognisers are compared on the same photographs: those that each of them can compare. */
export const comparableInAll = (all: readonly Observations[]): Observations[] =>
  all.map((observed) => ({
    ...observed,
    templates: new Map(
      [...observed.templates].filter(([file]) => all.every(({ templates }) => templates.has(file))),
    ),
  }))

const observe = async (file: string, { engine, read }: ObserveOptions): Promise<FaceObservation | string> => {
  try {
    return await engine.observe(await read(file))
  } catch (error) {
    if (isForCallers(error)) return describe(error)
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
