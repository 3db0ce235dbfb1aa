import { Refusal } from '../../../core/index.ts'
import type { EnrolledTemplate, FaceCandidate, FaceSearch, TemplateSource } from '../face-search.ts'
import { followSource } from '../follow-source.ts'
import { mostCandidates } from '../open-face-search.ts'
import { type QdrantAddress, QdrantFailed, qdrantCalls } from './qdrant-calls.ts'

export type QdrantSearchOptions = QdrantAddress & {
  modelId: string
  dimensions: number
  source: TemplateSource
  /** One for each model and environment. */
  collection: string
  /**
   * Whether this process brings changes there. One process at a time may (the owner holds a lock): a slow one could
   * bring back who was revoked meanwhile.
   */
  feeds: boolean
  /** For a new collection: what the engine spreads and copies itself. */
  shards?: number
  replicas?: number
  /** How many the engine looks at; more find better. */
  breadth?: number
  maxSearching?: number
}

/** Not a template: a point without a vector, which no search finds. Its payload says how far the collection is. */
const progressId = 0
/** The vector is named, because a point may lack a named one. */
const vectorName = 'template'
const batchPoints = 500
const breadthByDefault = 256
const maxSearchingByDefault = 256

/** Searches in a Qdrant collection, for more templates than a machine holds; the engine shards and replicates. */
export const openQdrantSearch = async (options: QdrantSearchOptions): Promise<FaceSearch> => {
  const { modelId, dimensions, source, collection, feeds } = options
  const { breadth = breadthByDefault, maxSearching = maxSearchingByDefault } = options
  const calls = qdrantCalls(options)
  const path = `/collections/${encodeURIComponent(collection)}`
  let progress: number | null = null
  let templates = 0
  let searching = 0

  const readProgress = async (): Promise<void> => {
    const points = (await calls
      .call('POST', `${path}/points`, { ids: [progressId], with_payload: true })
      .catch(nothingWhenMissing)) as { payload?: { version?: unknown } }[] | null
    const version = points?.[0]?.payload?.version
    progress = typeof version === 'number' ? version : null
    if (progress === null) return
    const { count } = (await calls.call('POST', `${path}/points/count`, { exact: true })) as { count: number }
    templates = count - 1
  }

  const update = async (operations: readonly unknown[]): Promise<void> => {
    if (operations.length === 0) return
    await calls.call('POST', `${path}/points/batch?wait=true&ordering=strong`, { operations })
  }

  /** After what it speaks of: a process that ends between the two tells the changes again. */
  const writeProgress = (version: number) =>
    update([{ upsert: { points: [{ id: progressId, vector: {}, payload: { version } }] } }])

  const upsert = async (added: readonly EnrolledTemplate[]): Promise<void> => {
    for (let from = 0; from < added.length; from += batchPoints) {
      const points = added
        .slice(from, from + batchPoints)
        .map(({ id, vector }) => ({ id, vector: { [vectorName]: Array.from(vector) } }))
      await update([{ upsert: { points } }])
    }
  }

  const follow = followSource(source, {
    version: () => progress,
    async replaceAll(batches, version) {
      // What a load that was broken off left there may have been revoked since.
      await calls.call('DELETE', path).catch(nothingWhenMissing)
      await calls.call('PUT', path, collectionOf(options))
      for await (const batch of batches) await upsert(batch)
      await writeProgress(version)
      progress = version
    },
    async apply(changes, version) {
      // The last word on each counts; in one call, one would overtake the other.
      const last = new Map(changes.map((change) => [change.id, change]))
      const removed = [...last.values()].filter(({ vector }) => vector === null).map(({ id }) => id)
      const added = [...last.values()].flatMap(({ id, vector }) => (vector === null ? [] : [{ id, vector }]))
      if (removed.length > 0) await update([{ delete: { points: removed } }])
      await upsert(added)
      await writeProgress(version)
      progress = version
    },
  })

  const find = async (vector: Float32Array, k: number): Promise<FaceCandidate[]> => {
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
  }

  await readProgress().catch(async (error: unknown) => {
    await calls.close()
    throw error
  })
  return {
    modelId,
    async search({ modelId: of, vector }, k) {
      if (of !== modelId || vector.length !== dimensions) {
        throw new Error(`a template of ${of} is not searched among those of ${modelId}`)
      }
      if (!Number.isInteger(k) || k < 1 || k > mostCandidates) throw new Error(`${k} candidates`)
      if (searching >= maxSearching) throw overloaded('searches')
      searching++
      try {
        return await find(vector, k)
      } catch (error) {
        if (error instanceof QdrantFailed) throw overloaded(error.message)
        throw error
      } finally {
        searching--
      }
    },
    async catchUp() {
      if (feeds) await follow()
      await readProgress()
    },
    async save() {},
    stats: () => ({ templates, version: progress ?? 0, bytes: 0 }),
    close: () => calls.close(),
  }
}

/** Full vectors on disk for the last comparison, eight bits of each number in memory for the others. */
const collectionOf = ({ dimensions, shards, replicas }: QdrantSearchOptions) => ({
  vectors: { [vectorName]: { size: dimensions, distance: 'Cosine', on_disk: true } },
  quantization_config: { scalar: { type: 'int8', always_ram: true } },
  ...(shards !== undefined && { shard_number: shards }),
  ...(replicas !== undefined && { replication_factor: replicas }),
})

const nothingWhenMissing = (error: unknown): null => {
  if (error instanceof QdrantFailed && error.status === 404) return null
  throw error
}

const overloaded = (detail: string) => new Refusal('overloaded', { retry_after: 1 }, detail)
