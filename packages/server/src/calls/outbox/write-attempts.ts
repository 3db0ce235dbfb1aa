import type pg from 'pg'

/** An attempt as a row of JSON, with the state and the due time that its delivery then has. */
export type AttemptOutcome = {
  event_id: string
  /** The day of the attempt: its partition. */
  day: string
  attempt_id: string
  round: number
  attempt: number
  at: string
  url: string
  http_status: number | null
  latency_ms: number
  failure: string | null
  /** The sealed response, in base64. */
  answer: string | null
  state: 'scheduled' | 'delivered' | 'exhausted'
  /** Null: no further attempt follows. */
  next_attempt_at: string | null
}

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

/** Stores attempts of one application, and what they change. */
export const writeAttempts = async (
  pool: pg.Pool,
  applicationId: string,
  attempts: readonly AttemptOutcome[],
): Promise<void> => {
  const values = [applicationId, JSON.stringify(attempts), attempts.map(({ event_id }) => event_id)]
  await pool.query({ name: 'record-attempts', text: statement, values })
}
