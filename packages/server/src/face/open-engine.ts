import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../core/index.ts'
import type { FaceAnalysis, FaceEngine, FaceObservation } from './engine.ts'
import { readManifests } from './models/read-manifests.ts'
import { openWorkers } from './open-workers.ts'
import { calibrated, cosine } from './recognise/similarity.ts'
import type { Task, WorkerAnswer } from './worker.ts'

export type FaceEngineOptions = {
  /** Manifests that take the place of the built-in ones, role by role; null for none. */
  modelsDir: string | null
  /** Each holds its own models (some 120 MB) and analyses one photograph at a time. */
  workers?: number
  /** How many photographs may wait; the next is refused as `overloaded`. */
  maxWaiting?: number
}

/** A photograph takes a tenth of a second; what takes this long does not end. */
const maxRunMs = 60_000

/** Starts the workers with the models of the manifests; throws when one of them is not what its manifest says. */
export const openFaceEngine = async ({
  modelsDir,
  workers = availableParallelism(),
  maxWaiting = 32 * workers,
}: FaceEngineOptions): Promise<FaceEngine> => {
  const files = await readManifests(modelsDir)
  const { id: modelId, calibration } = files.recogniser.manifest
  const filename = join(import.meta.dirname, 'worker.ts')
  const pool: Workers = openWorkers({ filename, workerData: files, workers, maxWaiting, maxRunMs })
  const run = async <Answer>(task: Task): Promise<Answer> => {
    const told = (await pool.run(task)) as WorkerAnswer<Answer>
    if ('answer' in told) return told.answer
    const { code, context, detail } = told.refusal
    throw new Refusal(code, context, detail)
  }
  await tryModels(pool, workers)
  return {
    modelId,
    analyse: (image, wanted) => run<FaceAnalysis>({ image, wanted }),
    observe: (image) => run<FaceObservation>({ image, wanted: null }),
    similarity: (a, b) => calibrated(calibration!, cosine(a, b)),
    close: pool.close,
  }
}

type Workers = ReturnType<typeof openWorkers<Task, WorkerAnswer>>

/** No image at all is refused by a worker whose models are open; one whose models are not fails here, at the start. */
const tryModels = async (pool: Workers, workers: number): Promise<void> => {
  const nothing: Task = { image: new Uint8Array(), wanted: { liveness: 'none' } }
  // As many at once as there are workers, so that each opens its models.
  const tried = await Promise.allSettled(Array.from({ length: workers }, () => pool.run(nothing)))
  const failed = tried.find(({ status }) => status === 'rejected')
  if (!failed) return
  await pool.close()
  throw (failed as PromiseRejectedResult).reason
}
