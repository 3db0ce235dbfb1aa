import { setTimeout as pause } from 'node:timers/promises'
import { fairLimiter } from '@nani/foundation/core/index.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type AttemptOutcome, writeAttempts } from '../../outbox/index.ts'
import { nextAttemptMs } from './schedule.ts'

/** The outcome of one attempt. */
export type Attempt = {
  applicationId: string
  eventId: string
  attemptId: string
  /** 1 at first. Each resend on demand starts another round. */
  round: number
  /** 1 to 5, within its round. */
  attempt: number
  atMs: number
  url: string
  httpStatus: number | null
  latencyMs: number
  /** A stable word, when there is no status. */
  failure: string | null
  sealedAnswer: Buffer | null
  /** The event has expired: no further attempt follows. */
  isFinal?: boolean
}

export type RecordAttempt = (attempt: Attempt) => Promise<void>

// Attempts of an endpoint share a statement. After a crash of this process, this many are sent again.
const collectMs = 50
const maxCollected = 512
// So that the records of many applications leave the database to calls. The number of attempts is limited elsewhere.
const recordLimits = { concurrency: 4, maxWaiting: 100_000 }

/**
 * Records attempts. Those of one application that end within a few milliseconds share a statement and its promise.
 * The dispatcher limits how many wait.
 */
export const createRecordAttempt = (pool: pg.Pool): RecordAttempt => {
  const limited = fairLimiter(recordLimits)
  const collecting = new Map<string, { attempts: Attempt[]; written: Promise<void> }>()

  const write = async (applicationId: string, attempts: readonly Attempt[]) => {
    const outcomes = attempts.map(outcomeOf)
    await limited({ holder: applicationId, run: () => writeAttempts(pool, applicationId, outcomes) })
  }

  const writeSoon = async (applicationId: string, attempts: readonly Attempt[]) => {
    await pause(collectMs)
    if (collecting.get(applicationId)?.attempts === attempts) collecting.delete(applicationId)
    await write(applicationId, attempts)
  }

  return (attempt) => {
    const { applicationId } = attempt
    const group = collecting.get(applicationId)
    if (group && group.attempts.length < maxCollected) {
      group.attempts.push(attempt)
      return group.written
    }
    const attempts = [attempt]
    const written = writeSoon(applicationId, attempts)
    collecting.set(applicationId, { attempts, written })
    return written
  }
}

const outcomeOf = (attempt: Attempt): AttemptOutcome => {
  const acknowledged = attempt.httpStatus !== null && attempt.httpStatus >= 200 && attempt.httpStatus < 300
  const nextMs = acknowledged || attempt.isFinal ? null : nextAttemptMs(attempt.attempt, attempt.atMs)
  return {
    event_id: attempt.eventId,
    day: dayOf(attempt.atMs),
    attempt_id: attempt.attemptId,
    round: attempt.round,
    attempt: attempt.attempt,
    at: new Date(attempt.atMs).toISOString(),
    url: attempt.url,
    http_status: attempt.httpStatus,
    latency_ms: attempt.latencyMs,
    failure: attempt.failure,
    answer: attempt.sealedAnswer?.toString('base64') ?? null,
    state: acknowledged ? 'delivered' : nextMs === null ? 'exhausted' : 'scheduled',
    next_attempt_at: nextMs === null ? null : new Date(nextMs).toISOString(),
  }
}
