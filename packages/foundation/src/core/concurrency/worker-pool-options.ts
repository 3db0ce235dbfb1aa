import type { ResourceLimits, Transferable } from 'node:worker_threads'
import type { QueueName } from './task-queue.ts'

export type WorkerPoolOptions = {
  /** A file that calls `serveTasks`. */
  script: URL
  workerData?: unknown
  resourceLimits?: ResourceLimits
  workers: number
  /** Workers start with the tasks, and end after this time without one. If absent, all start at once and stay. */
  idleMs?: number
  /** Maximum number of waiting tasks, for single ones and for parts of batches separately. */
  maxWaiting: number
  /** Maximum time that a task waits for a worker. */
  maxWaitMs?: number
  /** Maximum time that a task runs. */
  maxRunMs?: number
  /**
   * What happens to a worker whose task exceeds its time. `end` replaces it. `leave` is for native code that aborts the
   * process if its thread ends inside it: the worker is replaced, keeps its memory, and ends when it answers. The
   * workers that were left and the others are together at most twice `workers`.
   */
  onOverrun?: 'end' | 'leave'
  /** The error of a task that exceeds its time. */
  overran?: (detail: string) => Error
  /** A task whose worker crashes is given to another worker, until this many have crashed. 1 if absent. */
  maxCrashes?: number
  /** The error of a task after that. */
  crashed?: (failure: Error) => Error
}

export type TaskOptions = {
  /** Parts of a batch have a separate queue and take turns with single tasks. */
  queue?: QueueName
  /** Memory that is moved to the worker. */
  transfer?: readonly Transferable[]
  /** Ends the wait of a task, or its run, as if it exceeded its time. */
  signal?: AbortSignal
}
