import type { MonitoredSubject, PoolOptions, Screener, SubjectIndex, SubjectMatch } from '../screener.ts'
import type { EntryMatch, IndexedEntry } from '../subject.ts'
import { LiveIndex } from './live-index.ts'
import type { SearchRequest } from './search-thread.ts'
import { defaultWorkers, WorkerPool } from './worker-pool.ts'

/** Subjects, and changed entries, that one task takes: short enough for others to have their turn. */
const SUBJECTS_A_TASK = 16
const ENTRIES_A_TASK = 4
const DEFAULT_MAX_QUEUED = 1_000

function openPool(options: PoolOptions): WorkerPool {
  return new WorkerPool({
    script: new URL('./search-thread.ts', import.meta.url),
    workers: options.workers ?? defaultWorkers(),
    maxQueued: options.maxQueued ?? DEFAULT_MAX_QUEUED,
  })
}

/** Opens an empty index of entries; see `Screener`. */
export function openScreener(options: PoolOptions = {}): Screener {
  const pool = openPool(options)
  const index = new LiveIndex<IndexedEntry>({
    kind: 'entry',
    idOf: (entry) => entry.entryId,
    show: (parts) => pool.setState(parts),
    onMergeFailed: options.onMergeFailed ?? (() => {}),
  })
  const ask = (request: SearchRequest, queue: 'single' | 'batch') =>
    pool.run(request, queue) as Promise<EntryMatch[][]>
  return {
    load: (audience, entries) => index.load(audience, entries),
    applyDelta: (audience, { added, removed }) => index.apply(audience, added, removed),
    search: async (subject, search) =>
      (await ask({ type: 'subjects', subjects: [subject], options: search }, 'single'))[0]!,
    searchMany: async (subjects, search) => {
      const answers = await inTurns(chunksOf(subjects, SUBJECTS_A_TASK), pool.workers, (chunk) =>
        ask({ type: 'subjects', subjects: chunk, options: search }, 'batch'),
      )
      return answers.flat()
    },
    stats: () => ({ ...index.stats(), ...poolStats(pool) }),
    settled: () => index.settled(),
    close: () => close(pool, index),
  }
}

/** Opens an empty index of monitored subjects; see `SubjectIndex`. */
export function openSubjectIndex(options: PoolOptions = {}): SubjectIndex {
  const pool = openPool(options)
  const index = new LiveIndex<MonitoredSubject>({
    kind: 'subject',
    idOf: (monitored) => monitored.number,
    show: (parts) => pool.setState(parts),
    onMergeFailed: options.onMergeFailed ?? (() => {}),
  })
  return {
    load: (subjects) => index.load('everyone', subjects),
    applyDelta: ({ added, removed }) => index.apply('everyone', added, removed),
    searchEntries: async (entries, { threshold }) => {
      const answers = await inTurns(chunksOf(entries, ENTRIES_A_TASK), pool.workers, (chunk) => {
        const request: SearchRequest = { type: 'entries', entries: chunk, threshold }
        return pool.run(request, 'batch') as Promise<SubjectMatch[]>
      })
      return answers.flat()
    },
    stats: () => ({ ...index.stats(), ...poolStats(pool) }),
    settled: () => index.settled(),
    close: () => close(pool, index),
  }
}

function poolStats({ workers, queued, replacedWorkers }: WorkerPool) {
  return { workers, queued, replacedWorkers }
}

async function close(pool: WorkerPool, index: { close(): Promise<void> }): Promise<void> {
  await Promise.all([pool.close(), index.close()])
}

function chunksOf<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  const chunks: (readonly Item[])[] = []
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size))
  return chunks
}

/** Asks for all chunks, a few at a time, so that a batch of any size waits here and not in the queue of the pool. */
async function inTurns<Chunk, Answer>(
  chunks: readonly Chunk[],
  workers: number,
  ask: (chunk: Chunk) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = new Array(chunks.length)
  let next = 0
  const takeTurns = async () => {
    for (let at = next++; at < chunks.length; at = next++) answers[at] = await ask(chunks[at]!)
  }
  // One more than there are workers: a worker that finishes finds the next chunk waiting.
  await Promise.all(Array.from({ length: workers + 1 }, takeTurns))
  return answers
}
