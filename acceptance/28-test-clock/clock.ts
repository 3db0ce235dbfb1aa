import { post, send, signedRequest } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'

/** See spec/sandbox#test-clock. */
export type Clock = { object: string; now: string; real_now: string; moved: boolean }

export const clockPath = '/sandbox/clock'
export const dayMs = 86_400_000

export const moveClock = (of: Credentials, change: Record<string, unknown>) =>
  post<Clock>(of, clockPath, change)
export const resetClock = (of: Credentials) => send<Clock>(of, signedRequest(of, 'DELETE', clockPath))

/** Whether a time is this one, but for the duration of a test. */
export const near = (text: string, ms: number): boolean => Math.abs(Date.parse(text) - ms) < 60_000
