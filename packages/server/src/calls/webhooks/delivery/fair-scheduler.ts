import { type EndpointQueue, isHealthy } from './endpoint-queue.ts'

/** Endpoint queues that wait for their turn. Each is in it once, and they take turns in the order of arrival. */
export type FairScheduler = {
  add(queue: EndpointQueue): void
  /** The next queue of those that may run now. Healthy endpoints come first. */
  next(may: { healthy: boolean; unhealthy: boolean }): EndpointQueue | undefined
}

export const createFairScheduler = (): FairScheduler => {
  const healthy = new Set<EndpointQueue>()
  const unhealthy = new Set<EndpointQueue>()
  const first = (queues: Set<EndpointQueue>): EndpointQueue | undefined => {
    const queue = queues.values().next().value
    if (queue) queues.delete(queue)
    return queue
  }
  return {
    add(queue) {
      const [own, other] = isHealthy(queue) ? [healthy, unhealthy] : [unhealthy, healthy]
      other.delete(queue)
      own.add(queue)
    },
    next: (may) =>
      (may.healthy ? first(healthy) : undefined) ?? (may.unhealthy ? first(unhealthy) : undefined),
  }
}
