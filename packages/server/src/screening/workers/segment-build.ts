import { Worker } from 'node:worker_threads'
import type { Segment } from '../retrieval/segment.ts'
import type { BuildStep } from './build-thread.ts'

/** Builds one segment in a thread of its own, whose memory goes with it. */
export class SegmentBuild {
  readonly #worker = new Worker(new URL('./build-thread.ts', import.meta.url), {
    // Records live shortly: with more room for the young, few of them are copied before they die.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  })
  /** In the order in which they were asked, which is that of the answers. */
  readonly #asked: PromiseWithResolvers<unknown>[] = []
  #failure: Error | null = null
  #lastTaken: Promise<unknown> = Promise.resolve()

  constructor() {
    const worker = this.#worker
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
   * Takes records, and resolves when those before were taken: one batch is copied while another is indexed, and who waits
   * for it bounds what is in memory.
   */
  async take(step: Exclude<BuildStep, { type: 'finish' }>): Promise<void> {
    const before = this.#lastTaken
    this.#lastTaken = this.#ask(step)
    // Who asks next is told of a failure.
    this.#lastTaken.catch(() => {})
    await before
  }

  async finish(): Promise<Segment> {
    await this.#lastTaken
    const segment = (await this.#ask({ type: 'finish' })) as Segment
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
