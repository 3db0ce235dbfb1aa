import type { Moved } from './continue-elsewhere.ts'
import { AlteredTree, type SequencerDependencies, type Step, sequenceStep } from './sequence.ts'

/** Between two steps. An entry is in the log within two of them. */
const everyMs = 1_000
/** The witnesses are also asked when nothing new was appended, so that a restored backup is noticed. */
const askAgainMs = 30_000

/** Steps that fail for longer are not a short absence of the database. */
const failsForMs = 60_000

export type SequencerOptions = SequencerDependencies & {
  /** Null: no witness is configured. */
  askWitnesses: (() => Promise<void>) | null
  onAltered(error: AlteredTree): Promise<void>
  onMoved(moved: Moved): Promise<void>
  onError(error: unknown): void
}

export type Sequencer = {
  start(): void
  stop(): Promise<void>
  /** Whether the trees were those of the newest checkpoint at the last step, and steps have not failed for a minute. */
  isIntact(): boolean
}

/** Runs a step every second. Of all processes, one does it at a time. */
export const createSequencer = (options: SequencerOptions): Sequencer => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let asking: Promise<void> | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let intact = true
  /** Since when no step has succeeded. */
  let failingSinceMs: number | null = null

  const ask = (step: Step) => {
    const isDue = step.checkpoints.length > 0 || performance.now() - askedAt >= askAgainMs
    if (!options.askWitnesses || asking || !isDue || step.busy) return
    askedAt = performance.now()
    asking = options.askWitnesses().finally(() => {
      asking = null
    })
  }

  const turn = async (): Promise<boolean> => {
    try {
      const step = await sequenceStep(options)
      if (!step.busy) intact = true
      failingSinceMs = null
      if (step.moved) await options.onMoved(step.moved).catch(options.onError)
      ask(step)
      return step.more
    } catch (error) {
      failingSinceMs ??= options.clock.now()
      if (error instanceof AlteredTree) {
        intact = false
        await options.onAltered(error).catch(options.onError)
      }
      options.onError(error)
      return false
    }
  }
  const next = (afterMs: number) => {
    if (stopped) return
    timer = setTimeout(() => {
      running = turn().then((more) => next(more ? 0 : everyMs))
    }, afterMs)
    timer.unref()
  }
  return {
    start: () => next(0),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
      await asking
    },
    isIntact: () => intact && (failingSinceMs === null || options.clock.now() - failingSinceMs < failsForMs),
  }
}
