import { attemptDelivery } from './attempt-delivery.ts'
import { type DispatchState, subtractBytes } from './dispatch-state.ts'
import {
  adjustConcurrency,
  type EndpointQueue,
  isHealthy,
  type LeasedDelivery,
  type Target,
} from './endpoint-queue.ts'
import { findTarget, knownTarget } from './endpoint-target.ts'
import { releaseLeases } from './run-lease.ts'

// An attempt that begins later than this could outlast its lease, and another process would send the event as well.
const leaseReserveMs = 15_000

/** Sends the next leased delivery of a queue. */
export const runAttempt = (state: DispatchState, queue: EndpointQueue): void => {
  const { dependencies, semaphores, work } = state
  const leased = queue.leased.shift() as LeasedDelivery
  subtractBytes(state, [leased])
  if (dependencies.clock.now() > leased.leasedUntilMs - leaseReserveMs) {
    queue.mayHaveMore = true
    return
  }
  const release = semaphores[isHealthy(queue) ? 'healthy' : 'unhealthy'].acquire()
  queue.attemptsUnderWay++
  work.begin()
  const finish = () => {
    queue.attemptsUnderWay--
    release()
    state.advance(queue)
    work.end()
  }
  const target = knownTarget(queue, dependencies.clock)
  const attempted =
    target === undefined
      ? findTarget(queue, dependencies).then((found) => attempt(state, queue, leased, found))
      : attempt(state, queue, leased, target)
  attempted.then(finish, (error) => {
    state.onError(error)
    finish()
  })
}

const attempt = async (
  state: DispatchState,
  queue: EndpointQueue,
  leased: LeasedDelivery,
  target: Target | null,
): Promise<void> => {
  if (!target) return
  const { acknowledged, recorded } = await attemptDelivery(leased, target, state.dependencies)
  if (adjustConcurrency(queue, acknowledged)) releaseLeases(state, queue)
  // The next attempt does not wait for the record of this one.
  followRecord(state, queue, recorded)
}

/** Attempts that are recorded together share one promise. */
const followRecord = (state: DispatchState, queue: EndpointQueue, written: Promise<void>): void => {
  queue.unrecorded++
  if (queue.recording?.written === written) {
    queue.recording.attempts++
    return
  }
  const group = { written, attempts: 1 }
  queue.recording = group
  state.work.follow(
    written.finally(() => {
      if (queue.recording === group) queue.recording = null
      queue.unrecorded -= group.attempts
      state.advance(queue)
    }),
  )
}
