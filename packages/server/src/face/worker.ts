import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { Refusal } from '../core/index.ts'
import { createAnalyser, createObserver, type Wanted } from './analyse.ts'
import type { FaceAnalysis, FaceObservation } from './engine.ts'
import { openLiveness } from './liveness/index.ts'
import { openModels } from './models/open-models.ts'
import type { ModelFiles } from './models/read-manifests.ts'

/** What crosses from a worker: an error would lose what it is, a refusal is told as data. */
export type WorkerAnswer<Answer = FaceAnalysis | FaceObservation> =
  | { answer: Answer }
  | { refusal: Pick<Refusal, 'code' | 'context' | 'detail'> }

// One photograph at a time in each worker, and nothing of it kept for the next.
sharp.concurrency(1)
sharp.cache(false)
// On Linux the priority is a thread's own: whoever waits for an ordinary call goes before whoever waits for a face.
if (process.platform === 'linux') setPriority(10)

/** `wanted` is null for an observation. */
export type Task = { image: Uint8Array; wanted: Wanted | null }

const told = async (work: Promise<FaceAnalysis | FaceObservation>): Promise<WorkerAnswer> => {
  try {
    return { answer: await work }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: { code: error.code, context: error.context, detail: error.detail } }
  }
}

const open = async () => {
  const models = await openModels(workerData as ModelFiles)
  const analyse = createAnalyser(models, openLiveness(models))
  const observe = createObserver(models)
  return ({ image, wanted }: Task) => told(wanted ? analyse(image, wanted) : observe(image))
}

let opened: ReturnType<typeof open> | undefined

// Opened by the first task, and not before: the runtime of the models aborts the process when a thread ends while it
// opens one, and a pool that closes waits for tasks alone.
export default async (task: Task): Promise<WorkerAnswer> => {
  opened ??= open()
  return (await opened)(task)
}
