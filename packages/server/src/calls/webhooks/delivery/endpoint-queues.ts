import { type EndpointQueue, isIdle, newEndpointQueue } from './endpoint-queue.ts'

/** The endpoint queues of this process, in the order of last use. */
export type EndpointQueues = {
  of(applicationId: string): EndpointQueue
  all(): Iterable<EndpointQueue>
}

const maxIdleQueues = 10_000
const maxInspected = 32

/** Beyond the maximum, idle queues are removed, oldest first. A removed queue starts again with one attempt at a time. */
export const createEndpointQueues = (): EndpointQueues => {
  const queues = new Map<string, EndpointQueue>()
  const makeRoom = () => {
    let inspected = 0
    for (const [id, queue] of queues) {
      if (isIdle(queue)) queues.delete(id)
      if (queues.size < maxIdleQueues || ++inspected === maxInspected) return
    }
  }
  return {
    of(applicationId) {
      let queue = queues.get(applicationId)
      if (queue) queues.delete(applicationId)
      else {
        if (queues.size >= maxIdleQueues) makeRoom()
        queue = newEndpointQueue(applicationId)
      }
      queues.set(applicationId, queue)
      return queue
    },
    all: () => queues.values(),
  }
}
