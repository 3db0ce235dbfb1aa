import type { TraceContext } from '@nani/foundation/core/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'

/** A delivery that this process has leased. Its event is rendered, and its attempt has not begun. */
export type LeasedDelivery = {
  eventId: string
  round: number
  attempts: number
  body: Buffer
  leasedUntilMs: number
  /** Of the call that caused the event. */
  trace: TraceContext | null
}

/** Where the events of an application are sent, and the key that signs them. */
export type Target = { url: string; application: Application }

/**
 * The deliveries of one application that this process sends. A new queue runs one attempt at a time. Each success
 * doubles the concurrency. After repeated failures it is one again, so that an endpoint that fails delays no other.
 */
export type EndpointQueue = {
  readonly applicationId: string
  /** `settled` is undefined during the lookup, and null when the application has no endpoint. */
  target: { found: Promise<Target | null>; settled: Target | null | undefined; untilMs: number } | null
  /** More deliveries may be due than are leased. */
  mayHaveMore: boolean
  leasing: boolean
  leased: LeasedDelivery[]
  attemptsUnderWay: number
  /** Attempts that are not recorded yet, and the latest group of them that is recorded together. */
  unrecorded: number
  recording: { written: Promise<void>; attempts: number } | null
  concurrency: number
  consecutiveFailures: number
  /** How many deliveries a lease takes while the endpoint is healthy. */
  leaseSize: number
  lastLeaseMs: number
}

const maxConcurrency = 8
const failuresUntilUnhealthy = 3
const minLeaseSize = 2 * maxConcurrency
const maxLeaseSize = 256
const maxLeasedBytes = 2 * 1024 * 1024
const quickMs = 2_000

export const newEndpointQueue = (applicationId: string): EndpointQueue => ({
  applicationId,
  target: null,
  mayHaveMore: false,
  leasing: false,
  leased: [],
  attemptsUnderWay: 0,
  unrecorded: 0,
  recording: null,
  concurrency: 1,
  consecutiveFailures: 0,
  leaseSize: minLeaseSize,
  lastLeaseMs: Number.NEGATIVE_INFINITY,
})

/** The last attempts succeeded. A new endpoint is not healthy yet: it waits behind those that are. */
export const isHealthy = (queue: EndpointQueue): boolean => queue.concurrency > 1

export const isIdle = (queue: EndpointQueue): boolean =>
  !queue.mayHaveMore &&
  !queue.leasing &&
  queue.leased.length === 0 &&
  queue.attemptsUnderWay === 0 &&
  queue.unrecorded === 0

/** Adjusts the concurrency to the outcome of an attempt. True when the endpoint has just become unhealthy. */
export const adjustConcurrency = (queue: EndpointQueue, succeeded: boolean): boolean => {
  if (succeeded) {
    queue.consecutiveFailures = 0
    queue.concurrency = Math.min(maxConcurrency, queue.concurrency * 2)
    return false
  }
  queue.consecutiveFailures++
  if (queue.consecutiveFailures < failuresUntilUnhealthy || queue.concurrency === 1) return false
  queue.concurrency = 1
  return true
}

/** How many deliveries the next lease takes: one while the endpoint is not healthy. */
export const nextLeaseSize = (queue: EndpointQueue): number => (isHealthy(queue) ? queue.leaseSize : 1)

/** It is time for a lease: the next deliveries should be here before the current ones are sent. */
export const runsLow = (queue: EndpointQueue): boolean =>
  isHealthy(queue)
    ? 2 * queue.leased.length <= queue.leaseSize
    : queue.leased.length + queue.attemptsUnderWay === 0

/**
 * Adjusts the size of leases: double when the last one was used up quickly, half when it was not. A leased delivery
 * that is not sent would wait until the lease ends. The maximum is a few megabytes.
 */
export const adjustLeaseSize = (
  queue: EndpointQueue,
  leased: readonly LeasedDelivery[],
  nowMs: number,
): void => {
  const wanted = nowMs - queue.lastLeaseMs < quickMs ? queue.leaseSize * 2 : queue.leaseSize / 2
  const bytes = leased.reduce((sum, { body }) => sum + body.length, 0)
  const fitting = Math.floor((maxLeasedBytes * leased.length) / Math.max(1, bytes))
  queue.leaseSize = Math.floor(Math.max(minLeaseSize, Math.min(wanted, fitting || wanted, maxLeaseSize)))
  queue.lastLeaseMs = nowMs
}
