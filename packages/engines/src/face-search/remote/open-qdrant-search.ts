import { Refusal } from '@nani/foundation/core/index.ts'
import type { FaceSearch, TemplateSource } from '../face-search.ts'
import { followSource } from '../follow-source.ts'
import { maxCandidates } from '../open-face-search.ts'
import { type QdrantAddress, QdrantFailed, qdrantCalls } from './qdrant-calls.ts'
import { createQdrantCollection, type QdrantCollectionOptions } from './qdrant-collection.ts'

export type QdrantSearchOptions = QdrantAddress &
  QdrantCollectionOptions & {
    modelId: string
    source: TemplateSource
    /**
     * Whether this process writes the changes. Only one process at a time may write (it holds a lock). A slow second
     * writer could restore a template that was revoked.
     */
    feeds: boolean
    maxSearching?: number
  }

const maxSearchingByDefault = 256

/** Searches in a Qdrant collection, for more templates than a machine holds. The engine shards and replicates. */
export const openQdrantSearch = async (options: QdrantSearchOptions): Promise<FaceSearch> => {
  const { modelId, dimensions, source, feeds, maxSearching = maxSearchingByDefault } = options
  const calls = qdrantCalls(options)
  const collection = createQdrantCollection(calls, options)
  const follow = followSource(source, collection)
  let searching = 0

  await collection.readProgress().catch(async (error: unknown) => {
    await calls.close()
    throw error
  })
  return {
    modelId,
    async search({ modelId: of, vector }, k) {
      if (of !== modelId || vector.length !== dimensions) {
        throw new Error(`a template of ${of} is not searched among those of ${modelId}`)
      }
      if (!Number.isInteger(k) || k < 1 || k > maxCandidates) throw new Error(`${k} candidates`)
      if (searching >= maxSearching) throw overloaded('searches')
      searching++
      try {
        return await collection.find(vector, k)
      } catch (error) {
        if (error instanceof QdrantFailed) throw overloaded(error.message)
        throw error
      } finally {
        searching--
      }
    },
    async catchUp() {
      if (feeds) await follow()
      await collection.readProgress()
    },
    stats: () => ({ templates: collection.templates(), version: collection.version() ?? 0, bytes: 0 }),
    close: () => calls.close(),
  }
}

const overloaded = (detail: string) => new Refusal('overloaded', { retry_after: 1 }, { detail })
