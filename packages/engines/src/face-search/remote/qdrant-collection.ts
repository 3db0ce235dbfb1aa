import type { EnrolledTemplate, FaceCandidate } from '../face-search.ts'
import type { Follower } from '../follow-source.ts'
import { type QdrantCalls, QdrantFailed } from './qdrant-calls.ts'

export type QdrantCollectionOptions = {
  dimensions: number
  /** One collection for each model and environment. */
  collection: string
  /** For a new collection. The engine distributes and copies the points itself. */
  shards?: number
  replicas?: number
  /** How many candidates the engine examines. A larger number finds better matches and takes longer. */
  breadth?: number
}

/** Not a template: a point without a vector, which no search finds. Its payload holds the version of the collection. */
const progressId = 0
/** The vector is named, because only a named vector may be missing from a point. */
const vectorName = 'template'
const batchPoints = 500
const breadthByDefault = 256

export type QdrantCollection = Follower & {
  /** Reads the version and the number of templates. */
  readProgress(): Promise<void>
  templates(): number
  find(vector: Float32Array, k: number): Promise<FaceCandidate[]>
}

/** The templates of one collection, with the version of the source that it contains. */
export const createQdrantCollection = (
  calls: QdrantCalls,
  options: QdrantCollectionOptions,
): QdrantCollection => {
  const path = `/collections/${encodeURIComponent(options.collection)}`
  const { breadth = breadthByDefault } = options
  let progress: number | null = null
  let templates = 0

  const update = async (operations: readonly unknown[]): Promise<void> => {
    if (operations.length === 0) return
    await calls.call('POST', `${path}/points/batch?wait=true&ordering=strong`, { operations })
  }
  // The version is written after its changes. A process that ends between the two writes the changes again.
  const writeProgress = async (version: number) => {
    await update([{ upsert: { points: [{ id: progressId, vector: {}, payload: { version } }] } }])
    progress = version
  }
  const upsert = async (added: readonly EnrolledTemplate[]): Promise<void> => {
    for (let from = 0; from < added.length; from += batchPoints) {
      const points = added
        .slice(from, from + batchPoints)
        .map(({ id, vector }) => ({ id, vector: { [vectorName]: Array.from(vector) } }))
      await update([{ upsert: { points } }])
    }
  }

  return {
    version: () => progress,
    templates: () => templates,
    async readProgress() {
      const points = (await calls
        .call('POST', `${path}/points`, { ids: [progressId], with_payload: true })
        .catch(nothingWhenMissing)) as { payload?: { version?: unknown } }[] | null
      const version = points?.[0]?.payload?.version
      progress = typeof version === 'number' ? version : null
      if (progress === null) return
      const { count } = (await calls.call('POST', `${path}/points/count`, { exact: true })) as {
        count: number
      }
      templates = count - 1
    },
    async replaceAll(batches, version) {
      // Templates that an interrupted load left in the collection may have been revoked since.
      await calls.call('DELETE', path).catch(nothingWhenMissing)
      await calls.call('PUT', path, collectionOf(options))
      for await (const batch of batches) await upsert(batch)
      await writeProgress(version)
    },
    async apply(changes, version) {
      // Only the last change of each template counts. Two changes in one call could be applied in either order.
      const last = new Map(changes.map((change) => [change.id, change]))
      const removed = [...last.values()].filter(({ vector }) => vector === null).map(({ id }) => id)
      const added = [...last.values()].flatMap(({ id, vector }) => (vector === null ? [] : [{ id, vector }]))
      if (removed.length > 0) await update([{ delete: { points: removed } }])
      await upsert(added)
      await writeProgress(version)
    },
    async find(vector, k) {
      const { points } = (await calls.call('POST', `${path}/points/query`, {
        query: Array.from(vector),
        using: vectorName,
        limit: k,
        params: { hnsw_ef: breadth, quantization: { rescore: true } },
        with_payload: false,
      })) as { points: { id: number; score: number }[] }
      return points
        .map(({ id, score }) => ({ id, cosine: Math.min(1, Math.max(-1, score)) }))
        .sort((a, b) => b.cosine - a.cosine)
    },
  }
}

/** Full vectors are on disk for the last comparison. Vectors of eight bits per number are in memory for the search. */
const collectionOf = ({ dimensions, shards, replicas }: QdrantCollectionOptions) => ({
  vectors: { [vectorName]: { size: dimensions, distance: 'Cosine', on_disk: true } },
  quantization_config: { scalar: { type: 'int8', always_ram: true } },
  ...(shards !== undefined && { shard_number: shards }),
  ...(replicas !== undefined && { replication_factor: replicas }),
})

const nothingWhenMissing = (error: unknown): null => {
  if (error instanceof QdrantFailed && error.status === 404) return null
  throw error
}
