import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { dayOf } from '../../storage/index.ts'
import { createGate } from './gate.ts'
import { nextAttemptMs } from './schedule.ts'

/** What came of one attempt. */
export type Attempt = {
  applicationId: string
  eventId: string
  attemptId: string
  /** Counts up each time that the event is sent again on demand. */
  round: number
  /** 1 to 5, within its round. */
  attempt: number
  atMs: number
  url: string
  httpStatus: number | null
  latencyMs: number
  /** A stable word when there is no status. */
  failure: string | null
  sealedAnswer: Buffer | null
  /** No further attempt makes sense: the event itself is gone. */
  final?: boolean
}

export type RecordAttempt = (attempt: Attempt) => Promise<void>

/*
 * Writes down the attempts and moves their deliveries in one statement. A delivery moves only from the attempt
 * before: one that another process took over keeps its own course, and one that was sent again meanwhile its new
 * round. Within a round an acknowledgement counts whenever it comes. The ids are given beside the rows, so that deliveries are found by
 * key and never read through; and what a database crash forgets of it is only sent again, so that nothing waits
 * for the disk.
 */
const statement = `with attempt as (
    select * from json_to_recordset($2) as a(event_id text, day date, attempt_id text, round smallint, attempt smallint,
      at timestamptz, url text, http_status smallint, latency_ms integer, failure text, answer text,
      state text, next_attempt_at timestamptz)
  ), written as (
    insert into webhook_attempts (application_id, day, event_id, attempt_id, round, attempt, at, url, http_status,
      latency_ms, failure, sealed_answer)
    select $1, day, event_id, attempt_id, round, attempt, at, url, http_status, latency_ms, failure,
      decode(answer, 'base64')
    from attempt
  )
  update webhook_deliveries d
  set state = a.state, attempts = a.attempt, leased_until = null,
    next_attempt_at = coalesce(a.next_attempt_at, d.next_attempt_at)
  from attempt a, (select set_config('synchronous_commit', 'off', true)) as soon
  where d.application_id = $1 and d.event_id = any($3) and d.event_id = a.event_id and d.round = a.round
    and (a.state = 'delivered' or (d.state = 'scheduled' and d.attempts = a.attempt - 1))`

// Long enough that an endpoint's attempts gather into few statements; a crash sends that many again.
const gatherMs = 50
const mostGathered = 512
// So that recording for many applications leaves the database to callers.
const statementsAtOnce = 4

/**
 * Records attempts; those of one application that end within a few milliseconds share a statement, and the promise
 * of its being done. Whoever sends bounds how many are waiting.
 */
export const createRecordAttempt = (pool: pg.Pool): RecordAttempt => {
  const gate = createGate(statementsAtOnce)
  const gathering = new Map<string, { attempts: Attempt[]; written: Promise<void> }>()

  const write = async (applicationId: string, attempts: readonly Attempt[]) => {
    const values = [
      applicationId,
      JSON.stringify(attempts.map(rowOf)),
      attempts.map(({ eventId }) => eventId),
    ]
    await gate(() => pool.query({ name: 'record-attempts', text: statement, values }))
  }

  const writeSoon = async (applicationId: string, attempts: readonly Attempt[]) => {
    await pause(gatherMs)
    if (gathering.get(applicationId)?.attempts === attempts) gathering.delete(applicationId)
    await write(applicationId, attempts)
  }

  return (attempt) => {
    const { applicationId } = attempt
    const group = gathering.get(applicationId)
    if (group && group.attempts.length < mostGathered) {
      group.attempts.push(attempt)
      return group.written
    }
    const attempts = [attempt]
    const written = writeSoon(applicationId, attempts)
    gathering.set(applicationId, { attempts, written })
    return written
  }
}

const rowOf = (attempt: Attempt) => {
  const acknowledged = attempt.httpStatus !== null && attempt.httpStatus >= 200 && attempt.httpStatus < 300
  const nextMs = acknowledged || attempt.final ? null : nextAttemptMs(attempt.attempt, attempt.atMs)
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
