import { availableParallelism } from 'node:os'
import { createKeyedBatcher, mapWithConcurrency, Refusal, WorkerPool } from '@nani/foundation/core/index.ts'
import type {
  MonitoredSubject,
  PoolOptions,
  Screener,
  SearchOptions,
  SubjectIndex,
  SubjectMatch,
} from '../screener.ts'
import type { EntryMatch, IndexedEntry, ScreenedSubject } from '../subject.ts'
import { LiveIndex } from './live-index.ts'
import { priorityOf } from './own-priority.ts'
import type { SearchRequest } from './search-thread.ts'

/** Number of subjects or changed entries in one task. It is short enough that other tasks run in between. */
const subjectsATask = 16
const entriesATask = 4
/** Searches of calls that share a task. They have the same options, and wait for no later call. */
const callsATask = 8
const defaultMaxQueued = 1_000

const maxWaitMs = 10_000
const maxRunMs = 60_000

/** One core is left for the event loop. */
const defaultWorkers = (): number => Math.max(1, availableParallelism() - 1)

const overloaded = (detail: string) => new Refusal('overloaded', { retry_after: 1 }, { detail })

type Pool = WorkerPool<SearchRequest, unknown>

const openPool = (options: PoolOptions & { idleMs?: number }): Pool =>
  new WorkerPool({
    script: new URL('./search-thread.ts', import.meta.url),
    workerData: priorityOf(options),
    workers: options.workers ?? defaultWorkers(),
    maxWaiting: options.maxQueued ?? defaultMaxQueued,
    ...{ maxWaitMs, maxRunMs },
    ...(options.idleMs !== undefined && { idleMs: options.idleMs }),
    maxCrashes: 2,
    crashed: () => overloaded('two workers crashed'),
  })

/** Opens an empty index of entries. See `Screener`. */
export const openScreener = (options: PoolOptions = {}): Screener => {
  const pool = openPool(options)
  const index = new LiveIndex<IndexedEntry>({
    kind: 'entry',
    idOf: (entry) => entry.entryId,
    show: (parts) => pool.setState(parts),
    onMergeFailed: options.onMergeFailed ?? (() => {}),
    priority: priorityOf(options),
    forManySearches: options.isBackground ?? false,
  })
  const ask = (request: SearchRequest, queue: 'single' | 'batch') =>
    pool.run(request, { queue }) as Promise<EntryMatch[][]>
  const searchTogether = createKeyedBatcher<ScreenedSubject, EntryMatch[]>(
    (key, subjects) =>
      ask({ type: 'subjects', subjects, options: JSON.parse(key) as SearchOptions }, 'single'),
    {
      maxInFlight: pool.workers,
      maxGroup: callsATask,
      maxWaiting: options.maxQueued ?? defaultMaxQueued,
      overflow: () => overloaded('queue'),
    },
  )
  return {
    load: (audience, entries) => index.load(audience, entries),
    applyDelta: (audience, { added, removed }) => index.apply(audience, added, removed),
    search: (subject, search) => searchTogether(JSON.stringify(search), subject),
    searchMany: async (subjects, search) => {
      const answers = await askForChunks(chunksOf(subjects, subjectsATask), pool.workers, (chunk) =>
        ask({ type: 'subjects', subjects: chunk, options: search }, 'batch'),
      )
      return answers.flat()
    },
    stats: () => ({ ...index.stats(), ...poolStats(pool) }),
    settled: () => index.settled(),
    close: () => close(pool, index),
  }
}

/**
 * Opens an empty index of monitored subjects. See `SubjectIndex`. No call waits for a search in it: its threads start with the
 * first one and end after a minute without one.
 */
export const openSubjectIndex = (options: PoolOptions = {}): SubjectIndex => {
  const pool = openPool({ ...options, idleMs: 60_000 })
  const index = new LiveIndex<MonitoredSubject>({
    kind: 'subject',
    idOf: (monitored) => monitored.number,
    show: (parts) => pool.setState(parts),
    onMergeFailed: options.onMergeFailed ?? (() => {}),
    priority: priorityOf(options),
    forManySearches: options.isBackground ?? false,
  })
  return {
    load: (subjects) => index.load('everyone', subjects),
    applyDelta: ({ added, removed }) => index.apply('everyone', added, removed),
    searchEntries: async (entries, { threshold }) => {
      const answers = await askForChunks(chunksOf(entries, entriesATask), pool.workers, (chunk) => {
        const request: SearchRequest = { type: 'entries', entries: chunk, threshold }
        return pool.run(request, { queue: 'batch' }) as Promise<SubjectMatch[]>
      })
      return answers.flat()
    },
    stats: () => ({ ...index.stats(), ...poolStats(pool) }),
    settled: () => index.settled(),
    close: () => close(pool, index),
  }
}

const poolStats = ({ workers, queued, replacedWorkers }: Pool) => ({ workers, queued, replacedWorkers })

const close = async (pool: Pool, index: { close(): Promise<void> }): Promise<void> => {
  await Promise.all([pool.close(), index.close()])
}

const chunksOf = <Item>(items: readonly Item[], size: number): (readonly Item[])[] => {
  const chunks: (readonly Item[])[] = []
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size))
  return chunks
}

/**
 * Sends all chunks to the workers, a few at a time. A batch of any size waits here and not in the queue of the pool.
 */
const askForChunks = <Chunk, Answer>(
  chunks: readonly Chunk[],
  workers: number,
  ask: (chunk: Chunk) => Promise<Answer>,
): Promise<Answer[]> =>
  // One more than the number of workers: a worker that finishes finds the next chunk waiting.
  mapWithConcurrency(chunks, workers + 1, ask)
