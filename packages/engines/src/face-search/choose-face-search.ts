import type { Environment } from '@nani/contract'
import { trailingRun } from '@nani/foundation/core/index.ts'
import { withTryLock } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { FaceSearch, TemplateSource } from './face-search.ts'
import { openFaceSearch } from './open-face-search.ts'
import type { FaceSearchSettings } from './settings.ts'

export type SearchChoice = {
  environment: Environment
  modelId: string
  dimensions: number
  source: TemplateSource
  pool: pg.Pool
  /** For the production search. */
  workers: number
}

const qdrantTimeoutMs = 5_000

/** The search strategy of the operator's choice (docs/face-scale.md): scan, sketches, or a Qdrant cluster. */
export const chooseFaceSearch = async (
  settings: FaceSearchSettings,
  choice: SearchChoice,
): Promise<FaceSearch> => {
  const { environment, modelId, dimensions, source, pool } = choice
  const { faceSearch, qdrantApiKey: apiKey } = settings
  if (faceSearch.kind === 'qdrant') {
    const collection = `nani-${environment}-${modelId.replace(/[^\w.-]+/g, '-')}`
    const { url } = faceSearch
    const { openQdrantSearch } = await import('./remote/open-qdrant-search.ts')
    const engine = { url, apiKey, timeoutMs: qdrantTimeoutMs, collection, feeds: true }
    return singleWriter(pool, collection, await openQdrantSearch({ ...engine, modelId, dimensions, source }))
  }
  const workers = environment === 'sandbox' ? 1 : choice.workers
  return openFaceSearch({
    ...{ modelId, dimensions, source, workers },
    sketched: faceSearch.kind === 'sketches',
  })
}

/**
 * One process at a time updates a collection, and the others skip it. Within a process the calls run one after
 * another. Otherwise a call that meets the lock of the previous one would lose its change.
 */
export const singleWriter = (pool: pg.Pool, collection: string, search: FaceSearch): FaceSearch => ({
  ...search,
  catchUp: trailingRun(() => withTryLock(pool, collection, search.catchUp)),
})
