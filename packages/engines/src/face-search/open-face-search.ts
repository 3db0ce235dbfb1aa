import { Refusal, WorkerPool } from '@nani/foundation/core/index.ts'
import type { Template } from '../face-engine/index.ts'
import type { FaceCandidate, FaceSearch, TemplateSource } from './face-search.ts'
import { followSource } from './follow-source.ts'
import type { Found } from './scan/nearest.ts'
import { TemplateRows } from './scan/template-rows.ts'
import type { SearchPart } from './search-thread.ts'

export type FaceSearchOptions = {
  modelId: string
  dimensions: number
  source: TemplateSource
  /** Number of threads. Each searches a part of the templates. */
  workers: number
  /** Maximum number of waiting searches. Further ones are refused as `overloaded`. */
  maxWaiting?: number
  /**
   * Candidates of the scan are selected by sketches of 64 bytes: several times faster, with almost always the same
   * result.
   */
  sketched?: boolean
  /** Memory is allocated for this number of templates at a time. A multiple of 1,024. */
  slabRows?: number
}

export const maxCandidates = 100
const slabRowsByDefault = 262_144
const secondsToRetry = 1

/** Searches in the memory of this process. It starts empty, see `FaceSearch.catchUp`. */
export const openFaceSearch = async (options: FaceSearchOptions): Promise<FaceSearch> => {
  const { modelId, dimensions, source, workers, maxWaiting = 64, slabRows = slabRowsByDefault } = options
  const { sketched = false } = options
  const rows = new TemplateRows({ dimensions, slabRows, sketched })
  const pool = openPool(workers, (maxWaiting + 1) * (workers + 1))
  let version: number | null = null
  let searching = 0

  const catchUp = followSource(source, {
    version: () => version,
    async replaceAll(batches, at) {
      const present = new Set<number>()
      for await (const batch of batches) {
        for (const template of batch) {
          rows.put(template)
          present.add(template.id)
        }
      }
      rows.keepOnly(present)
      version = at
    },
    async apply(changes, at) {
      for (const { id, vector } of changes) {
        if (vector === null) rows.remove(id)
        else rows.put({ id, vector })
      }
      version = at
    },
  })

  const find = async (query: Float32Array, k: number): Promise<FaceCandidate[]> => {
    const { slabs } = rows
    const parts: SearchPart[] = rows.ranges(workers).map((range) => ({ query, k, slabs, range }))
    const found = await Promise.all(parts.map((part) => pool.run(part)))
    return bestOf(found.flat(), k, (row) => rows.compare(query, row))
  }

  return {
    modelId,
    async search({ modelId: of, vector }: Template, k) {
      if (of !== modelId || vector.length !== dimensions) {
        throw new Error(`a template of ${of} is not searched among those of ${modelId}`)
      }
      if (!Number.isInteger(k) || k < 1 || k > maxCandidates) throw new Error(`${k} candidates`)
      if (searching >= maxWaiting + workers) {
        throw new Refusal('overloaded', { retry_after: secondsToRetry })
      }
      searching++
      return find(vector, k).finally(() => searching--)
    },
    catchUp,
    stats: () => ({
      templates: rows.size,
      version: version ?? 0,
      bytes: rows.bytes,
    }),
    close: () => pool.close(),
  }
}

const openPool = (workers: number, maxTasks: number) =>
  new WorkerPool<SearchPart, Found[]>({
    script: new URL('./search-thread.ts', import.meta.url),
    ...{ workers, maxWaiting: maxTasks },
  })

/** Compares exactly with the current content of the rows. */
const bestOf = (
  found: readonly Found[],
  k: number,
  compare: (row: number) => FaceCandidate | null,
): FaceCandidate[] =>
  found
    .flatMap(({ row }) => compare(row) ?? [])
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, k)
