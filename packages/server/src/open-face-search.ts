import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@nani/contract'
import type pg from 'pg'
import { type Config, ConfigError, oneAtATime } from './core/index.ts'
import { type FaceSearch, openFaceSearch, openQdrantSearch, type TemplateSource } from './face/index.ts'
import { unlessElsewhere, type Vault } from './storage/index.ts'

export type SearchChoice = {
  environment: Environment
  modelId: string
  dimensions: number
  source: TemplateSource
  pool: pg.Pool
  graphVault: Vault
  onFailure(error: unknown): void
}

/** Where Linux has memory that looks like files. */
const mappedDirectory = '/dev/shm'
const qdrantTimeoutMs = 5_000

/** A graph that is mapped stands in the clear: on a disk it would outlive the process, and who was revoked with it. */
export const checkFaceSearch = (
  { faceSearch }: Pick<Config, 'faceSearch'>,
  memory = mappedDirectory,
): void => {
  if (faceSearch.kind === 'graph' && !existsSync(memory))
    throw new ConfigError(
      `NANI_FACE_SEARCH=graph needs files in memory, and this machine has no ${memory}: choose scan or sketches`,
    )
}

/** The search that the operator chose (docs/face-scale.md): by a scan, by sketches, by a graph, or in a Qdrant cluster. */
export const chooseFaceSearch = async (config: Config, choice: SearchChoice): Promise<FaceSearch> => {
  const { environment, modelId, dimensions, source, pool } = choice
  const { faceSearch, faceWorkers, dataDir } = config
  if (faceSearch.kind === 'qdrant') {
    const collection = `nani-${environment}-${modelId.replace(/[^\w.-]+/g, '-')}`
    const { url, apiKey } = faceSearch
    const engine = { url, apiKey, timeoutMs: qdrantTimeoutMs, collection, feeds: true }
    return fedByOne(pool, collection, await openQdrantSearch({ ...engine, modelId, dimensions, source }))
  }
  const workers = environment === 'sandbox' ? 1 : faceWorkers
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
 * A collection is brought up to date by one process at a time; the others leave it to that one. Within a process the calls
 * follow each other: one that met the lock of the call before it would be lost, with the change that it was told of.
 */
export const fedByOne = (pool: pg.Pool, collection: string, search: FaceSearch): FaceSearch => ({
  ...search,
  catchUp: oneAtATime(() => unlessElsewhere(pool, collection, search.catchUp)),
})
