import { SegmentBuilder } from '../retrieval/build-segment.ts'
import { type IndexPart, isGone } from '../retrieval/index-part.ts'
import type { RecordKind } from '../retrieval/indexed-record.ts'
import { nameCount, recordCount, type Segment, segmentBytes } from '../retrieval/segment.ts'
import type { Audience, Batches, IndexStats } from '../screener.ts'
import { withoutRecords } from './gone-records.ts'
import type { ThreadPriority } from './own-priority.ts'
import { SegmentBuild } from './segment-build.ts'
import { addStep, type SegmentStep, wordsIn } from './segment-steps.ts'

type LiveIndexOptions<Item> = {
  kind: RecordKind
  idOf: (item: Item) => number
  /** Sends the parts to the searching threads. Later searches see these parts. */
  show: (parts: readonly IndexPart[]) => void
  /** Called when a background merge failed. The parts are unchanged, and the next update tries again. */
  onMergeFailed: (error: unknown) => void
  /** Of the threads that build its parts. */
  priority: ThreadPriority
  /** Its parts take more memory and time to build, and each of many searches takes less. */
  forManySearches: boolean
}

/** Maximum size of a delta that is rebuilt. After that, a new delta begins. */
const smallDelta = 2_000
/** Maximum number of parts of an audience, and of records outside its base or removed, before all are merged. */
const maxParts = 4
const maxShareOutside = 0.1
const batchSize = 1_000
/** The words of some fifty names are indexed without a thread, in ten milliseconds. To start a thread takes 200 ms of processor time. */
const fewWords = 200

/**
 * The parts of an index. For each audience: an immutable base, and a few small parts with later changes. Updates run
 * one after another, and merging runs in parallel. A search sees the state before or after an update, never between.
 */
export class LiveIndex<Item> {
  readonly #options: LiveIndexOptions<Item>
  #parts: readonly IndexPart[] = []
  #last: Promise<unknown> = Promise.resolve()
  #nextSegmentId = 1
  #merge: Promise<void> | null = null
  #isClosed = false
  readonly #builds = new Set<SegmentBuild>()

  constructor(options: LiveIndexOptions<Item>) {
    this.#options = options
  }

  load(audience: Audience, batches: Batches<Item>): Promise<void> {
    return this.#inTurn(async () => {
      const part = await this.#build(audience, [], batches)
      this.#show([...this.#parts.filter((known) => known.audience !== audience), ...part])
    })
  }

  apply(audience: Audience, added: readonly Item[], removed: readonly number[]): Promise<void> {
    return this.#inTurn(async () => {
      const replaced = new Set([...removed, ...added.map(this.#options.idOf)])
      const rest = this.#parts.map((part) => withoutRecords(part, replaced))
      if (added.length === 0) return this.#show(rest)
      const delta = rest.findLast((part, at) => part.audience === audience && this.#isSmallDelta(rest, at))
      const merged = delta === undefined ? [] : [delta]
      const part = await this.#build(audience, merged, batchesOf(added))
      this.#show([...rest.filter((known) => known !== delta), ...part])
    }).then(() => this.#mergeWhenDue(audience))
  }

  /** Resolves when background merging is complete. */
  async settled(): Promise<void> {
    while (this.#merge !== null) await this.#merge
  }

  /** Ends running builds. Callers that wait for them get an error. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#builds].map((build) => build.abandon()))
  }

  stats(): Pick<IndexStats, 'records' | 'names' | 'bytes' | 'segments'> {
    const sum = (of: (part: IndexPart) => number) => this.#parts.reduce((total, part) => total + of(part), 0)
    return {
      records: sum(liveCount),
      names: sum((part) => nameCount(part.segment)),
      bytes: sum((part) => segmentBytes(part.segment)),
      segments: this.#parts.length,
    }
  }

  /** The first part of an audience is its base, even if it is small. */
  #isSmallDelta(parts: readonly IndexPart[], at: number): boolean {
    const first = parts.findIndex((part) => part.audience === parts[at]!.audience)
    return at > first && recordCount(parts[at]!.segment) <= smallDelta
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => {})
    return result
  }

  #show(parts: readonly IndexPart[]): void {
    this.#parts = parts.filter((part) => liveCount(part) > 0)
    this.#options.show(this.#parts)
  }

  async #build(
    audience: Audience,
    parts: readonly IndexPart[],
    batches: Batches<Item>,
  ): Promise<IndexPart[]> {
    if (this.#isClosed) throw new Error('the index is closed')
    const few: SegmentStep[] = []
    let words = 0
    let build: SegmentBuild | null = null
    try {
      for await (const step of this.#steps(parts, batches)) {
        words += wordsIn(step)
        few.push(step)
        if (words <= fewWords) continue
        build ??= this.#beginBuild()
        for (const one of few.splice(0)) await build.take(one)
      }
      if (build !== null) return this.#partOf(audience, await build.finish(this.#options.forManySearches))
      return few.length === 0 ? [] : this.#partOf(audience, this.#buildHere(few))
    } finally {
      if (build !== null) this.#builds.delete(build)
      await build?.abandon()
    }
  }

  #buildHere(steps: readonly SegmentStep[]): Segment {
    if (this.#isClosed) throw new Error('the index is closed')
    const builder = new SegmentBuilder()
    for (const step of steps) addStep(builder, step)
    return builder.build(this.#options)
  }

  /** Nothing to build needs no thread: a new installation has no monitored subjects. */
  async *#steps(parts: readonly IndexPart[], batches: Batches<Item>): AsyncIterable<SegmentStep> {
    const { kind } = this.#options
    if (parts.length > 0) yield { type: 'parts', kind, parts }
    for await (const records of batches) if (records.length > 0) yield { type: 'records', kind, records }
  }

  #beginBuild(): SegmentBuild {
    if (this.#isClosed) throw new Error('the index is closed')
    const build = new SegmentBuild(this.#options.priority)
    this.#builds.add(build)
    return build
  }

  #partOf(audience: Audience, segment: Segment): IndexPart[] {
    if (recordCount(segment) === 0) return []
    return [{ segmentId: this.#nextSegmentId++, audience, segment, gone: null, goneCount: 0 }]
  }

  #mergeWhenDue(audience: Audience): void {
    const parts = this.#parts.filter((part) => part.audience === audience)
    if (this.#merge !== null || !isMergeDue(parts)) return
    this.#merge = this.#mergeParts(audience, parts)
      .catch((error: unknown) => {
        if (!this.#isClosed) this.#options.onMergeFailed(error)
      })
      .finally(() => {
        this.#merge = null
      })
  }

  /** Updates continue meanwhile. Records that they remove from the merged parts are also removed from the new base. */
  async #mergeParts(audience: Audience, merged: readonly IndexPart[]): Promise<void> {
    const base = await this.#build(audience, merged, [])
    await this.#inTurn(async () => {
      const ids = new Set(merged.map((part) => part.segmentId))
      const now = this.#parts.filter((part) => ids.has(part.segmentId))
      const goneSince = goneBetween(merged, now)
      const later = this.#parts.filter((part) => !ids.has(part.segmentId))
      const isReplaced = now.length === 0 && merged.length > 0
      if (!isReplaced) this.#show([...base.map((part) => withoutRecords(part, goneSince)), ...later])
    })
  }
}

const liveCount = (part: IndexPart): number => recordCount(part.segment) - part.goneCount

const isMergeDue = (parts: readonly IndexPart[]): boolean => {
  const [base, ...deltas] = parts
  if (base === undefined) return false
  const outside = deltas.reduce((sum, part) => sum + recordCount(part.segment), base.goneCount)
  return (
    parts.length > maxParts || outside > Math.max(smallDelta, maxShareOutside * recordCount(base.segment))
  )
}

/** Ids that the earlier parts contain and the later ones do not. */
const goneBetween = (before: readonly IndexPart[], after: readonly IndexPart[]): Set<number> => {
  const gone = new Set<number>()
  for (const part of before) {
    const later = after.find(({ segmentId }) => segmentId === part.segmentId)
    for (let record = 0; record < recordCount(part.segment); record++) {
      if (isGone(part, record)) continue
      if (later === undefined || isGone(later, record)) gone.add(part.segment.recordIds[record]!)
    }
  }
  return gone
}

const batchesOf = function* <Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize)
}
