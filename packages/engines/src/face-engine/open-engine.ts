import { availableParallelism } from 'node:os'
import { Refusal, WorkerPool } from '@nani/foundation/core/index.ts'
import type { FaceAnalysis, FaceEngine, FaceObservation } from './engine.ts'
import { readManifests } from './models/read-manifests.ts'
import { calibrated, cosine } from './recognise/similarity.ts'
import { tookTooLong } from './took-too-long.ts'
import type { Task, WorkerAnswer } from './worker.ts'

export type FaceEngineOptions = {
  /** Directory of manifests that replace the included ones, for each role. Null for none. */
  modelsDir: string | null
  /** Number of workers. Each has its own models (about 90 MB at rest, and up to 150 under load) and analyses one photograph at a time. */
  workers?: number
  /** Maximum number of waiting photographs. Further ones are refused as `overloaded`. */
  maxWaiting?: number
}

/** A photograph takes a tenth of a second. A worker that takes this long hangs. */
const maxRunMs = 60_000

/** Starts the workers with the models of the manifests. Throws if a model differs from its manifest. */
export const openFaceEngine = async ({
  modelsDir,
  workers = availableParallelism(),
  maxWaiting = 32 * workers,
}: FaceEngineOptions): Promise<FaceEngine> => {
  const files = await readManifests(modelsDir)
  const { id: modelId, calibration } = files.recogniser.manifest
  const pool = new WorkerPool<Task, WorkerAnswer>({
    script: new URL('./worker.ts', import.meta.url),
    workerData: files,
    ...{ workers, maxWaiting, maxRunMs },
    // The runtime of the models aborts the process if a thread ends inside it.
    onOverrun: 'leave',
    overran: tookTooLong,
  })
  const run = async <Answer>(task: Task): Promise<Answer> => {
    const outcome = (await pool.run(task)) as WorkerAnswer<Answer>
    if ('answer' in outcome) return outcome.answer
    const { code, context, detail } = outcome.refusal
    throw new Refusal(code, context, { detail })
  }
  await tryModels(pool)
  return {
    modelId,
    calibration: calibration!,
    analyse: (image, wanted) => run<FaceAnalysis>({ image, wanted }),
    observe: (image) => run<FaceObservation>({ image, wanted: null }),
    similarity: (a, b) => calibrated(calibration!, cosine(a, b)),
    waiting: () => pool.queued,
    canServe: () => pool.canServe(),
    close: () => pool.close(),
  }
}

/**
 * An empty image is refused by a worker with open models. A worker that cannot open its models fails here, at the
 * start.
 */
const tryModels = async (pool: WorkerPool<Task, WorkerAnswer>): Promise<void> => {
  const nothing: Task = { image: new Uint8Array(), wanted: { liveness: 'none' } }
  // One task for each worker, all at once, so that each opens its models.
  await pool.started()
  const tried = await Promise.allSettled(Array.from({ length: pool.workers }, () => pool.run(nothing)))
  const failed = tried.find(({ status }) => status === 'rejected')
  if (!failed) return
  await pool.close()
  throw (failed as PromiseRejectedResult).reason
}
