import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { Refusal } from '../core/index.ts'
import { type Analyser, createAnalyser, type Wanted } from './analyse.ts'
import type { FaceAnalysis } from './engine.ts'
import { openLiveness } from './liveness/index.ts'
import { openModels } from './models/open-models.ts'
import type { ModelFiles } from './models/read-manifests.ts'

/** What crosses from a worker: an error would lose what it is, a refusal is told as data. */
export type WorkerAnswer =
  | { analysis: FaceAnalysis }
  | { refusal: Pick<Refusal, 'code' | 'context' | 'detail'> }

// One photograph at a time in each worker, and nothing of it kept for the next.
sharp.concurrency(1)
sharp.cache(false)
// On Linux the priority is a thread's own: whoever waits for an ordinary call goes before whoever waits for a face.
if (process.platform === 'linux') setPriority(10)

type Task = { image: Uint8Array; wanted: Wanted }

const answer = async (analyse: Analyser, { image, wanted }: Task): Promise<WorkerAnswer> => {
  try {
    return { analysis: await analyse(image, wanted) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: { code: error.code, context: error.context, detail: error.detail } }
  }
}

const open = async () => {
  const models = await openModels(workerData as ModelFiles)
  const analyse = createAnalyser(models, openLiveness(models))
  return (task: Task) => answer(analyse, task)
}

export default open()
