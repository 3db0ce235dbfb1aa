import type { Application } from '../../gateway/index.ts'

/** An event that is ready to be sent: claimed, rendered, and not begun. */
export type Ready = { eventId: string; round: number; attempts: number; body: Buffer; leasedUntilMs: number }

/** Where the events of an application go, and under whose key. */
export type Target = { url: string; application: Application }

/**
 * The way to one application's endpoint. What is wrong with the endpoint stays in its lane: it begins with one
 * attempt at a time, widens with every success, and goes back to one when the endpoint fails again and again.
 */
export type Lane = {
  readonly applicationId: string
  /** `settled` is undefined while it is still being looked up, and null when there is no endpoint. */
  target: { found: Promise<Target | null>; settled: Target | null | undefined; untilMs: number } | null
  /** More may be due than what is held. */
  wanted: boolean
  claiming: boolean
  ready: Ready[]
  inFlight: number
  /** Attempts whose outcome is still being written down, and the group that the latest of them is in. */
  unrecorded: number
  recording: { written: Promise<void>; attempts: number } | null
  width: number
  failures: number
  /** How many deliveries it takes with its next claim, once it is proven. */
  claimSize: number
  claimedAtMs: number
}

const widest = 8
const failuresThatTrip = 3
const smallestClaim = 2 * widest
const largestClaim = 256
const claimedBytes = 2 * 1024 * 1024
const quickMs = 2_000

export const newLane = (applicationId: string): Lane => ({
  applicationId,
  target: null,
  wanted: false,
  claiming: false,
  ready: [],
  inFlight: 0,
  unrecorded: 0,
  recording: null,
  width: 1,
  failures: 0,
  claimSize: smallestClaim,
  claimedAtMs: Number.NEGATIVE_INFINITY,
})

/** Its endpoint answered well the last time. Until then, and after failures, it waits behind those that do. */
export const isProven = (lane: Lane): boolean => lane.width > 1

export const isIdle = (lane: Lane): boolean =>
  !lane.wanted && !lane.claiming && lane.ready.length === 0 && lane.inFlight === 0 && lane.unrecorded === 0

/** Learns from an attempt. True when the lane has just been narrowed to one attempt at a time. */
export const learn = (lane: Lane, succeeded: boolean): boolean => {
  if (succeeded) {
    lane.failures = 0
    lane.width = Math.min(widest, lane.width * 2)
    return false
  }
  lane.failures++
  if (lane.failures < failuresThatTrip || lane.width === 1) return false
  lane.width = 1
  return true
}

/** How many deliveries it takes at once: one while nothing is known of its endpoint. */
export const claimSize = (lane: Lane): number => (isProven(lane) ? lane.claimSize : 1)

/** What is ready lasts until more is: then it is time to claim again. */
export const runsLow = (lane: Lane): boolean =>
  isProven(lane) ? 2 * lane.ready.length <= lane.claimSize : lane.ready.length + lane.inFlight === 0

/**
 * Learns from a claim how much to take with the next: twice as much where it did not last long, half where it
 * did, since what is claimed and not begun would wait for the end of its lease. Never more than a few megabytes.
 */
export const learnFromClaim = (lane: Lane, claimed: readonly Ready[], nowMs: number): void => {
  const wanted = nowMs - lane.claimedAtMs < quickMs ? lane.claimSize * 2 : lane.claimSize / 2
  const bytes = claimed.reduce((sum, { body }) => sum + body.length, 0)
  const fitting = Math.floor((claimedBytes * claimed.length) / Math.max(1, bytes))
  lane.claimSize = Math.floor(Math.max(smallestClaim, Math.min(wanted, fitting || wanted, largestClaim)))
  lane.claimedAtMs = nowMs
}
