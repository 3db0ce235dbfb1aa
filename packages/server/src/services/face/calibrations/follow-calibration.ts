import { calibrated, type FaceEngine } from '@nani/engines/face-engine/index.ts'
import { errorLine, type Log } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { readActiveCalibration } from './calibration-versions.ts'

/** A similarity means one false match rate. A calibration states which cosine has which rate. */
export type SimilarityScale = {
  /** The identifier of the fitted calibration, for the audit. Null: that of the recogniser's manifest. */
  calibrationId: string | null
  similarityOf(cosine: number): number
}

type Options = {
  pool: pg.Pool
  engine: Pick<FaceEngine, 'modelId' | 'calibration'>
  log: Log
}

const everyMs = 5_000

/** The scale of this process. It follows the decisions of operators. A comparison reads it once. */
export const followCalibration = async ({ pool, engine, log }: Options) => {
  let scale: SimilarityScale = scaleOf(null, engine.calibration)
  let reading: Promise<void> | null = null
  const read = async () => {
    const active = await readActiveCalibration(pool, engine.modelId)
    scale = scaleOf(active?.id ?? null, active?.calibration ?? engine.calibration)
  }
  const refresh = (): Promise<void> => {
    reading ??= read()
      .catch((error) => log(`faces: ${errorLine(error)}; the last known calibration stays`, 'error'))
      .finally(() => {
        reading = null
      })
    return reading
  }
  await read()
  const timer = setInterval(() => void refresh(), everyMs).unref()
  return {
    scale: (): SimilarityScale => scale,
    refresh,
    async stop() {
      clearInterval(timer)
      await reading
    },
  }
}

const scaleOf = (calibrationId: string | null, steps: FaceEngine['calibration']): SimilarityScale => ({
  calibrationId,
  similarityOf: (cosine) => calibrated(steps, cosine),
})
