import type { KeyBytes } from '@nani/contract/node'

/** An event that is ready to be sent: claimed, rendered, and not begun. */
export type Ready = { eventId: string; round: number; attempts: number; body: string; leasedUntilMs: number }

export type Endpoint = { url: string; payloadKey: KeyBytes }

/**
 * The way to one application's endpoint. What is wrong with the endpoint stays in its lane: it begins with one
 * attempt at a time, widens with every success, and goes back to one when the endpoint fails again and again.
 */
export type Lane = {
  readonly applicationId: string
  endpoint: { found: Promise<string | null>; untilMs: number } | null
  /** More may be due than what is held. */
  wanted: boolean
  claiming: boolean
  ready: Ready[]
  inFlight: number
  /** Attempts whose outcome is still being written down. */
  unrecorded: number
  width: number
  failures: number
}

const widest = 8
const failuresThatTrip = 3

export const newLane = (applicationId: string): Lane => ({
  applicationId,
  endpoint: null,
  wanted: false,
  claiming: false,
  ready: [],
  inFlight: 0,
  unrecorded: 0,
  width: 1,
  failures: 0,
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

const claimsPerWidth = 8

/** How many deliveries it takes at once: little while nothing is known of its endpoint. */
export const claimSize = (lane: Lane): number => (isProven(lane) ? lane.width * claimsPerWidth : 1)
