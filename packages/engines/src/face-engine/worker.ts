import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { isForCallers, type Refusal, serveTasks } from '@nani/foundation/core/index.ts'
import sharp from 'sharp'
import { type AnalysisOptions, createAnalyser, createObserver } from './analyse.ts'
import type { FaceAnalysis, FaceObservation } from './engine.ts'
import { openLiveness } from './liveness/index.ts'
import { openModels } from './models/open-models.ts'
import type { ModelFiles } from './models/read-manifests.ts'

/** The answer of a worker. A refusal is sent as data, because an error would lose its class. */
export type WorkerAnswer<Answer = FaceAnalysis | FaceObservation> =
  | { answer: Answer }
  | { refusal: Pick<Refusal, 'code' | 'context' | 'detail'> }

// One photograph at a time in each worker, without a cache between photographs.
sharp.concurrency(1)
sharp.cache(false)
// On Linux the priority belongs to the thread. Ordinary calls get the processor before face analysis.
if (process.platform === 'linux') setPriority(10)

/** `wanted` is null for an observation. */
export type Task = { image: Uint8Array; wanted: AnalysisOptions | null }

const asWorkerAnswer = async (work: Promise<FaceAnalysis | FaceObservation>): Promise<WorkerAnswer> => {
  try {
    return { answer: await work }
  } catch (error) {
    if (!isForCallers(error)) throw error
    return { refusal: { code: error.code, context: error.context, detail: error.detail } }
  }
}

const open = async () => {
  const models = await openModels(workerData as ModelFiles)
  const analyse = createAnalyser(models, openLiveness(models))
  const observe = createObserver(models)
  return ({ image, wanted }: Task) => asWorkerAnswer(wanted ? analyse(image, wanted) : observe(image))
}

let opened: ReturnType<typeof open> | undefined

// The first task opens the models. The runtime aborts the process if a thread ends during the opening, and a closing
// pool only waits for tasks.
serveTasks({
  async perform(task: Task): Promise<WorkerAnswer> {
    opened ??= open()
    return (await opened)(task)
  },
})
