import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { fairLimiter } from '../../core/index.ts'
import { dayOf } from '../../storage/index.ts'
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

/*
 * Stores the attempts and changes the state of their deliveries, in one statement. A delivery changes only from the
 * previous attempt. One that another process leased, or that was sent again in a new round, stays as it is. Within a
 * round an acknowledgement always counts. The ids are passed next to the rows, so that deliveries are found by key.
 * The statement does not wait for the disk: after a crash of the database the events are sent again.
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
    const values = [
      applicationId,
      JSON.stringify(attempts.map(rowOf)),
      attempts.map(({ eventId }) => eventId),
    ]
    await limited({
      holder: applicationId,
      run: () => pool.query({ name: 'record-attempts', text: statement, values }),
    })
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

const rowOf = (attempt: Attempt) => {
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
