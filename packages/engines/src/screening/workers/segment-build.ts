import { Worker } from 'node:worker_threads'
import type { Segment } from '../retrieval/segment.ts'
import type { BuildStep } from './build-thread.ts'
import type { ThreadPriority } from './own-priority.ts'
import type { SegmentStep } from './segment-steps.ts'

/** Builds one segment in its own thread. The memory of the thread is freed with it. */
export class SegmentBuild {
  readonly #worker: Worker
  /** Open requests. The answers come in the same order. */
  readonly #asked: PromiseWithResolvers<unknown>[] = []
  #failure: Error | null = null
  #lastTaken: Promise<unknown> = Promise.resolve()

  constructor(priority: ThreadPriority) {
    const worker = new Worker(new URL('./build-thread.ts', import.meta.url), {
      workerData: priority,
      // Records are short-lived. With a larger young generation, fewer of them are copied.
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    })
    this.#worker = worker
    worker.unref()
    worker.on('message', (answer) => {
      this.#asked.shift()?.resolve(answer)
      if (this.#asked.length === 0) worker.unref()
    })
    worker.on('error', (error) => {
      this.#failure = error
    })
    worker.on('exit', () => {
      this.#failure ??= new Error('the building thread ended')
      for (const { reject } of this.#asked.splice(0)) reject(this.#failure)
    })
  }

  /**
   * Sends records, and resolves when the earlier ones were processed. One batch is copied while another is indexed. A
   * caller that awaits this bounds the memory.
   */
  async take(step: SegmentStep): Promise<void> {
    const before = this.#lastTaken
    this.#lastTaken = this.#ask(step)
    // The next request reports the failure.
    this.#lastTaken.catch(() => {})
    await before
  }

  async finish(forManySearches: boolean): Promise<Segment> {
    await this.#lastTaken
    const segment = (await this.#ask({ type: 'finish', forManySearches })) as Segment
    await this.abandon()
    return segment
  }

  async abandon(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(step: BuildStep): Promise<unknown> {
    const asked = Promise.withResolvers<unknown>()
    if (this.#failure) asked.reject(this.#failure)
    else {
      this.#asked.push(asked)
      this.#worker.ref()
      this.#worker.postMessage(step)
    }
    return asked.promise
  }
}
