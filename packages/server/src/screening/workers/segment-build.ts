import { Worker } from 'node:worker_threads'
import type { Segment } from '../retrieval/segment.ts'
import type { BuildStep } from './build-thread.ts'

/** Builds one segment in a thread of its own, whose memory goes with it. */
export class SegmentBuild {
  readonly #worker = new Worker(new URL('./build-thread.ts', import.meta.url), {
    // Records live shortly: with more room for the young, few of them are copied before they die.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  })
  #failure: Error | null = null

  constructor() {
    this.#worker.unref()
    this.#worker.on('error', (error) => {
      this.#failure = error
    })
  }

  /** Takes records, and resolves when they were taken: who waits for it bounds what is in memory. */
  async take(step: Exclude<BuildStep, { type: 'finish' }>): Promise<void> {
    await this.#ask(step)
  }

  async finish(): Promise<Segment> {
    const segment = (await this.#ask({ type: 'finish' })) as Segment
    await this.abandon()
    return segment
  }

  async abandon(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(step: BuildStep): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const worker = this.#worker
      const end = (settle: () => void) => {
        worker.off('message', onAnswer)
        worker.off('exit', onExit)
        worker.unref()
        settle()
      }
      const onAnswer = (answer: unknown) => end(() => resolve(answer))
      const onExit = () => end(() => reject(this.#failure ?? new Error('the building thread ended')))
      worker.once('message', onAnswer)
      worker.once('exit', onExit)
      worker.ref()
      worker.postMessage(step)
    })
  }
}
