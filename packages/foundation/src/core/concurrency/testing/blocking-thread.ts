import { threadId } from 'node:worker_threads'
import { serveTasks } from '../serve-tasks.ts'

/** Blocks its thread while the number in `until` is 0, like a hanging model. Returns the id of its thread. */
export type BlockingTask = { until: Int32Array | null }

serveTasks({
  perform({ until }: BlockingTask): number {
    if (until) Atomics.wait(until, 0, 0)
    return threadId
  },
})
