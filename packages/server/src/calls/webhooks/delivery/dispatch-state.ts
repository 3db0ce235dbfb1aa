import type { AttemptDependencies } from './attempt-delivery.ts'
import type { AttemptSemaphore } from './attempt-semaphore.ts'
import { type EndpointQueue, runsLow } from './endpoint-queue.ts'
import type { EndpointQueues } from './endpoint-queues.ts'
import type { TargetDependencies } from './endpoint-target.ts'
import type { FairScheduler } from './fair-scheduler.ts'
import type { LeaseDependencies } from './lease-deliveries.ts'
import type { WorkTracker } from './work-tracker.ts'

/** What the parts of a dispatcher share. */
export type DispatchState = {
  readonly dependencies: AttemptDependencies & LeaseDependencies & TargetDependencies
  readonly queues: EndpointQueues
  readonly attemptTurns: FairScheduler
  readonly leaseTurns: FairScheduler
  readonly semaphores: { healthy: AttemptSemaphore; unhealthy: AttemptSemaphore }
  readonly work: WorkTracker
  readonly onError: (error: unknown) => void
  /** Continues with this queue, and with every other that may run. */
  readonly advance: (queue: EndpointQueue) => void
  leasesUnderWay: number
  leasedBytes: number
  stopped: boolean
}

const maxUnrecorded = 1_024
const maxLeasedBytes = 64 * 1024 * 1024

export const mayAttempt = ({ stopped }: DispatchState, queue: EndpointQueue): boolean =>
  !stopped && queue.leased.length > 0 && queue.attemptsUnderWay < queue.concurrency

export const mayLease = ({ stopped, leasedBytes }: DispatchState, queue: EndpointQueue): boolean =>
  !stopped &&
  queue.mayHaveMore &&
  !queue.leasing &&
  runsLow(queue) &&
  queue.unrecorded < maxUnrecorded &&
  leasedBytes < maxLeasedBytes

/** Lets a queue wait for the turns that it can use. */
export const enqueue = (state: DispatchState, queue: EndpointQueue): void => {
  if (mayAttempt(state, queue)) state.attemptTurns.add(queue)
  if (mayLease(state, queue)) state.leaseTurns.add(queue)
}

/** Removes leased deliveries from the count of bytes in memory. */
export const subtractBytes = (state: DispatchState, leased: readonly { body: Buffer }[]): void => {
  for (const { body } of leased) state.leasedBytes -= body.length
}
