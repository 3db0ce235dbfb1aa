import type { Environment } from '@nani/contract'
import type pg from 'pg'
import { isQuiet } from './approvals/back-off.ts'
import type { Handle } from './handles.ts'

/*
 * The rows of sign-in requests. The database alone decides what time it is: the 60 seconds do not depend on the clock
 * of a process (spec/sign-in#approval-window).
 */

export type NewRequest = Handle & {
  environment: Environment
  apiKey: string
  redirectUri: string
  state: string | null
  nonce: string | null
  scopes: readonly string[]
  codeChallenge: string
  browserHash: Buffer
  shownNumber: number
  sealedBrowser: Buffer
}

export type RequestStatus = 'started' | 'waiting' | 'approved' | 'declined' | 'issued'

export type RequestRow = {
  application_id: string
  request_id: string
  environment: Environment
  api_key: string
  redirect_uri: string
  state: string | null
  nonce: string | null
  scopes: string[]
  code_challenge: string
  browser_hash: Buffer
  shown_number: number
  sealed_browser: Buffer
  status: RequestStatus
  citizen: Buffer | null
  sealed_citizen: Buffer | null
  answer: 'approved' | 'declined' | null
  /** Milliseconds until the window ends; negative after it. */
  ms_left: number
  /** Milliseconds until the sandbox answers by itself. */
  answers_in_ms: number | null
  /** Milliseconds since the answer. */
  answered_ms_ago: number | null
}

type Database = Pick<pg.ClientBase, 'query'>

export const windowSeconds = 60
/** In the sandbox, a person without a device answers after this time. */
export const sandboxAnswerSeconds = 2

/**
 * A statement with this does not wait for the disk. A crash of the database in that moment loses a sign-in that has
 * disclosed and charged nothing: the citizen starts it again. Everything from the approval on waits for the disk.
 */
const withoutDisk = `setting as materialized (select set_config('synchronous_commit', 'off', true))`

export const insertRequest = async (database: Database, request: NewRequest): Promise<void> => {
  await database.query({
    name: 'sign-in-insert',
    text: `with ${withoutDisk}
           insert into sign_in_requests (application_id, request_id, environment, api_key, redirect_uri, state, nonce,
             scopes, code_challenge, browser_hash, shown_number, sealed_browser, expires_at)
           select $1, $2, $3, $4, $5, $6, $7, $8::text[], $9, $10::bytea, $11::smallint, $12::bytea,
             now() + make_interval(secs => $13)
           from setting`,
    values: [
      request.applicationId,
      request.requestId,
      request.environment,
      request.apiKey,
      request.redirectUri,
      request.state,
      request.nonce,
      request.scopes,
      request.codeChallenge,
      request.browserHash,
      request.shownNumber,
      request.sealedBrowser,
      windowSeconds,
    ],
  })
}

const ms = (interval: string) => `(extract(epoch from ${interval}) * 1000)::float8`

/** The rows of these requests of one application, in any order. */
export const readRequests = async (
  database: Database,
  applicationId: string,
  requestIds: readonly string[],
): Promise<RequestRow[]> => {
  const { rows } = await database.query<RequestRow>({
    name: 'sign-in-read',
    text: `select application_id, request_id, environment, api_key, redirect_uri, state, nonce, scopes, code_challenge,
             browser_hash, shown_number, sealed_browser, status, citizen, sealed_citizen, answer,
             ${ms('expires_at - now()')} as ms_left, ${ms('answers_at - now()')} as answers_in_ms,
             ${ms('now() - answered_at')} as answered_ms_ago
           from sign_in_requests where application_id = $1 and request_id = any($2)`,
    values: [applicationId, requestIds],
  })
  return rows
}

export const readRequest = async (
  database: Database,
  { applicationId, requestId }: Handle,
): Promise<RequestRow | null> => (await readRequests(database, applicationId, [requestId]))[0] ?? null

export type Identified = {
  browserHash: Buffer
  /** Null for an unknown person. */
  citizen: Buffer | null
  sealedCitizen: Buffer
  /** The answer that the sandbox gives by itself. No device is asked. */
  answer: 'approved' | 'declined' | null
  /** Whose requests are counted. It is random for an unknown person, so that the same statement runs. */
  counted: Buffer
  source: Buffer
}

const quietColumn = { counted: isQuiet('unanswered'), answered: 'false' } as const
const counting = {
  counted: 'unanswered as materialized (select u.* from setting, unanswered_sign_ins($9, $8) as u)',
  answered: 'unanswered as (select from setting)',
} as const

/**
 * Writes who was identified. Returns whether devices are notified: not if too many requests came unanswered, if the
 * sandbox answers, if the request is no longer open, or if it is of another browser.
 */
export const writeIdentified = async (
  database: Database,
  { applicationId, requestId }: Handle,
  { browserHash, citizen, sealedCitizen, answer, counted, source }: Identified,
): Promise<boolean> => {
  const kind = answer === null ? 'counted' : 'answered'
  const { rows } = await database.query<{ quiet: boolean }>({
    name: `sign-in-identify-${kind}`,
    text: `with ${withoutDisk}, ${counting[kind]}, identified as (
             update sign_in_requests
             set status = 'waiting', identified_at = now(), citizen = $4, sealed_citizen = $5, answer = $6,
               answers_at = case when $6::text is not null then now() + make_interval(secs => $7) end,
               source = $8, quiet = ${quietColumn[kind]}
             from unanswered
             where application_id = $1 and request_id = $2 and browser_hash = $3 and status = 'started'
               and now() < expires_at
             returning quiet)
           select quiet from identified`,
    values: [
      ...[applicationId, requestId, browserHash, citizen, sealedCitizen, answer, sandboxAnswerSeconds],
      source,
      ...(kind === 'counted' ? [counted] : []),
    ],
  })
  return answer === null && rows[0]?.quiet === false
}

/** A request that was answered now, with the pseudonym of its citizen. */
export type Answered = Pick<RequestRow, 'request_id' | 'citizen'>

/** Writes the first answer, while the window is open. Returns null if there was one, or the window has ended. */
export const writeAnswer = async (
  database: Database,
  { applicationId, requestId }: Handle,
  answer: 'approved' | 'declined',
): Promise<Answered | null> => {
  const { rows } = await database.query<Answered>({
    name: 'sign-in-answer',
    text: `update sign_in_requests set status = $3, answered_at = now()
           where application_id = $1 and request_id = $2 and now() < expires_at
             and (status = 'waiting' or (status = 'started' and $3 = 'declined'))
           returning request_id, citizen`,
    values: [applicationId, requestId, answer],
  })
  return rows[0] ?? null
}

/** Writes the answer of the sandbox when it is due. */
export const writeDueAnswer = async (
  database: Database,
  { applicationId, requestId }: Handle,
): Promise<void> => {
  await database.query({
    name: 'sign-in-due-answer',
    text: `update sign_in_requests set status = answer, answered_at = answers_at
           where application_id = $1 and request_id = $2 and status = 'waiting'
             and answers_at <= now() and answers_at < expires_at`,
    values: [applicationId, requestId],
  })
}

const retentionDays = 30
const maxRows = 5_000

/** Deletes requests and codes past their retention. Until then a late visit still redirects. */
export const forgetExpiredSignIns = async (ownerPool: pg.Pool, nowMs: number): Promise<void> => {
  const values = [new Date(nowMs - retentionDays * 86_400_000), maxRows]
  const statements = [
    `delete from sign_in_requests where (application_id, request_id) in (
       select application_id, request_id from sign_in_requests where created_at < $1 limit $2)`,
    `delete from sign_in_codes where (application_id, code_hash) in (
       select application_id, code_hash from sign_in_codes where created_at < $1 limit $2)`,
  ]
  for (const statement of statements)
    while (((await ownerPool.query(statement, values)).rowCount ?? 0) === maxRows);
}
