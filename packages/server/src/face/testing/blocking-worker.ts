import { threadId } from 'node:worker_threads'

/** Blocks its thread while the number of `until` is 0, as a model does that does not return. Answers which thread it is. */
export type BlockingTask = { until: Int32Array | null }

export default ({ until }: BlockingTask): number => {
  if (until) Atomics.wait(until, 0, 0)
  return threadId
}
