import { releaseDeliveries } from '../../outbox/index.ts'
import { type DispatchState, subtractBytes } from './dispatch-state.ts'
import { adjustLeaseSize, type EndpointQueue } from './endpoint-queue.ts'
import { findTarget } from './endpoint-target.ts'
import { leaseDeliveries } from './lease-deliveries.ts'

/** Leases due deliveries for a queue. */
export const runLease = (state: DispatchState, queue: EndpointQueue): void => {
  queue.leasing = true
  queue.mayHaveMore = false
  state.leasesUnderWay++
  const lease = async () => {
    try {
      const target = await findTarget(queue, state.dependencies)
      if (target) addLeased(state, queue, await leaseDeliveries(queue, target, state.dependencies))
    } finally {
      queue.leasing = false
      state.leasesUnderWay--
      state.advance(queue)
    }
  }
  state.work.follow(lease())
}

const addLeased = (state: DispatchState, queue: EndpointQueue, leased: EndpointQueue['leased']): void => {
  for (const { body } of leased) state.leasedBytes += body.length
  queue.leased.push(...leased)
  adjustLeaseSize(queue, leased, state.dependencies.clock.now())
}

/** Releases the leases of deliveries whose attempt has not begun, so that any process may send them. */
export const releaseLeases = (state: DispatchState, queue: EndpointQueue): void => {
  const leased = queue.leased.splice(0)
  subtractBytes(state, leased)
  if (leased.length === 0) return
  queue.mayHaveMore = true
  const eventIds = leased.map(({ eventId }) => eventId)
  state.work.follow(releaseDeliveries(state.dependencies.pool, queue.applicationId, eventIds))
}
