import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@nani/contract'
import type pg from 'pg'
import { OperatorError, trailingRun } from '../core/index.ts'
import { type Vault, withTryLock } from '../storage/index.ts'
import type { FaceSearch, TemplateSource } from './face-search.ts'
import { openFaceSearch } from './open-face-search.ts'
import type { FaceSearchSettings } from './settings.ts'

export type SearchChoice = {
  environment: Environment
  modelId: string
  dimensions: number
  source: TemplateSource
  pool: pg.Pool
  dataDir: string
  /** For the production search. */
  workers: number
  graphVault: Vault
  onFailure(error: unknown): void
}

/** The directory of Linux whose files are in memory. */
const mappedDirectory = '/dev/shm'
const qdrantTimeoutMs = 5_000

/**
 * A memory-mapped graph is not encrypted. On a disk it would survive the process, including faces of revoked people.
 */
export const checkFaceSearch = (
  { faceSearch }: Pick<FaceSearchSettings, 'faceSearch'>,
  memory = mappedDirectory,
): void => {
  if (faceSearch.kind === 'graph' && !existsSync(memory))
    throw new OperatorError(
      'setting_invalid',
      `NANI_FACE_SEARCH=graph needs files in memory, and this machine has no ${memory}: choose scan or sketches`,
    )
}

/** The search strategy of the operator's choice (docs/face-scale.md): scan, sketches, graph, or a Qdrant cluster. */
export const chooseFaceSearch = async (
  settings: FaceSearchSettings,
  choice: SearchChoice,
): Promise<FaceSearch> => {
  const { environment, modelId, dimensions, source, pool, dataDir } = choice
  const { faceSearch, qdrantApiKey: apiKey } = settings
  if (faceSearch.kind === 'qdrant') {
    const collection = `nani-${environment}-${modelId.replace(/[^\w.-]+/g, '-')}`
    const { url } = faceSearch
    const { openQdrantSearch } = await import('./remote/open-qdrant-search.ts')
    const engine = { url, apiKey, timeoutMs: qdrantTimeoutMs, collection, feeds: true }
    return singleWriter(pool, collection, await openQdrantSearch({ ...engine, modelId, dimensions, source }))
  }
  const workers = environment === 'sandbox' ? 1 : choice.workers
  const graph = {
    name: environment,
    sealedFile: join(dataDir, `faces-${environment}.graph`),
    mappedDirectory,
    vault: choice.graphVault,
    onFailure: choice.onFailure,
  }
  return openFaceSearch({
    ...{ modelId, dimensions, source, workers },
    sketched: faceSearch.kind === 'sketches',
    graph: faceSearch.kind === 'graph' && environment === 'production' ? graph : null,
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
