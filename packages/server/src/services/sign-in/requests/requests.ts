import type { Environment } from '@nani/contract'
import type pg from 'pg'
import type { Handle } from '../handles.ts'

/*
 * The rows of sign-in requests, and how they are read. The database alone decides what time it is: the 60 seconds do not depend on the clock
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

/** With what a citizen approved, as RFC 8176 names it: a key in hardware or in software, or the sandbox by itself. */
export type ApprovedWith = 'hwk' | 'swk' | 'test'

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
  answered_at: Date | null
  approved_with: ApprovedWith | null
  /** Milliseconds until the window ends; negative after it. */
  ms_left: number
  /** Milliseconds until the sandbox answers by itself. */
  answers_in_ms: number | null
  /** Milliseconds since the answer. */
  answered_ms_ago: number | null
  /** The id of the key that signs now. */
  kid: string
  /** How often the number was corrected before, and the request that took the place of this one. */
  corrections: number
  replaced_by: string | null
}

type Database = Pick<pg.ClientBase, 'query'>

export const windowSeconds = 60
/** In the sandbox, a person without a device answers after this time. */
export const sandboxAnswerSeconds = 2

const ms = (interval: string) => `(extract(epoch from ${interval}) * 1000)::float8`

/** The columns of a row of `sign_in_requests` with the name `r`. */
export const requestColumns = `r.application_id, r.request_id, r.environment, r.api_key, r.redirect_uri, r.state, r.nonce,
  r.scopes, r.code_challenge, r.browser_hash, r.shown_number, r.sealed_browser, r.status, r.citizen, r.sealed_citizen,
  r.answer, r.corrections::int as corrections, r.replaced_by, r.answered_at, r.approved_with,
  ${ms('r.expires_at - now()')} as ms_left, ${ms('r.answers_at - now()')} as answers_in_ms,
  ${ms('now() - r.answered_at')} as answered_ms_ago,
  (select k.kid from sign_in_keys k where k.environment = r.environment and k.ends_at is null) as kid`

/** The rows of these requests of one application, in any order. */
export const readRequests = async (
  database: Database,
  applicationId: string,
  requestIds: readonly string[],
): Promise<RequestRow[]> => {
  const { rows } = await database.query<RequestRow>({
    name: 'sign-in-read',
    text: `select ${requestColumns} from sign_in_requests r where r.application_id = $1 and r.request_id = any($2)`,
    values: [applicationId, requestIds],
  })
  return rows
}

export const readRequest = async (
  database: Database,
  { applicationId, requestId }: Handle,
): Promise<RequestRow | null> => (await readRequests(database, applicationId, [requestId]))[0] ?? null

/** Writes the answer of the sandbox when it is due. */
export const writeDueAnswer = async (
  database: Database,
  { applicationId, requestId }: Handle,
): Promise<void> => {
  await database.query({
    name: 'sign-in-due-answer',
    text: `update sign_in_requests set status = answer, answered_at = answers_at,
             approved_with = case when answer = 'approved' then 'test' end
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
