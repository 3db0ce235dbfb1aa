import type { Database } from '@nani/foundation/storage/index.ts'
import { hasDevice } from '../../../citizens/citizen-devices/index.ts'
import { isQuiet } from '../approvals/back-off.ts'
import type { Handle } from '../handles.ts'
import {
  type ApprovedWith,
  type NewRequest,
  type RequestRow,
  requestColumns,
  sandboxAnswerSeconds,
  windowSeconds,
} from './requests.ts'

/*
 * The writes of requests of one application, as many as come together. Each condition also names the requests in a list:
 * PostgreSQL then finds them by their key, also before it knows how many rows an application has.
 */

/**
 * A statement with this does not wait for the disk. A crash of the database in that moment loses a sign-in that has
 * disclosed and charged nothing: the citizen starts it again. Everything from the approval on waits for the disk.
 */
const withoutDisk = `setting as materialized (select set_config('synchronous_commit', 'off', true))`

/** The values of one column, of all items. */
const valuesOf = <Item, Name extends keyof Item>(items: readonly Item[], name: Name): Item[Name][] =>
  items.map((item) => item[name])

export const insertRequests = async (
  database: Database,
  applicationId: string,
  requests: readonly NewRequest[],
): Promise<void> => {
  await database.query({
    name: 'sign-in-insert',
    // No scope contains a space.
    text: `with ${withoutDisk}
           insert into sign_in_requests (application_id, request_id, environment, api_key, redirect_uri, state, nonce,
             scopes, code_challenge, browser_hash, shown_number, sealed_browser, expires_at)
           select $1, n.request_id, n.environment, n.api_key, n.redirect_uri, n.state, n.nonce,
             string_to_array(n.scopes, ' '), n.code_challenge, n.browser_hash, n.shown_number, n.sealed_browser,
             now() + make_interval(secs => $2)
           from setting, unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
             $10::text[], $11::bytea[], $12::smallint[], $13::bytea[])
             as n(request_id, environment, api_key, redirect_uri, state, nonce, scopes, code_challenge, browser_hash,
               shown_number, sealed_browser)`,
    values: [
      ...[applicationId, windowSeconds],
      ...[valuesOf(requests, 'requestId'), valuesOf(requests, 'environment'), valuesOf(requests, 'apiKey')],
      ...[valuesOf(requests, 'redirectUri'), valuesOf(requests, 'state'), valuesOf(requests, 'nonce')],
      ...[requests.map(({ scopes }) => scopes.join(' ')), valuesOf(requests, 'codeChallenge')],
      ...[valuesOf(requests, 'browserHash'), valuesOf(requests, 'shownNumber')],
      valuesOf(requests, 'sealedBrowser'),
    ],
  })
}

export type RequestIdentity = {
  browserHash: Buffer
  /** Null for an unknown person. */
  citizen: Buffer | null
  sealedCitizen: Buffer
  /** The answer that the sandbox gives by itself if the citizen has no device. No device is asked. */
  answer: 'approved' | 'declined' | null
  /** Whose requests are counted. It is random for an unknown person, so that the same statement runs. */
  counted: Buffer
  source: Buffer
}
/** What the other databases have of the citizen, and of the network. */
export type Unanswered = { ofCitizen: number; lastMsAgo: number | null; ofSource: number }
export type IdentifiedRequest = RequestIdentity & { requestId: string; elsewhere: Unanswered }

/**
 * How many requests came unanswered. The locks of the citizens are taken in one order, so that no two statements wait
 * for each other. Of a network, the earlier requests of this statement count as well. The last sorting counts all of
 * them before the first is written: the function would otherwise count some of them itself.
 */
const unanswered = `select a.*, u.of_citizen + a.citizen_elsewhere as of_citizen,
    least(u.last_ms_ago, a.last_elsewhere) as last_ms_ago, u.of_source + a.earlier + a.source_elsewhere as of_source
  from (select asked.*, count(citizen) over (partition by source order by counted, request_id
          rows between unbounded preceding and 1 preceding) as earlier
        from asked order by substring(counted from 9 for 8)) as a
  cross join lateral unanswered_sign_ins(a.counted, a.source) as u order by a.request_id`

/** Which of these citizens have a device. Home has the devices. */
export const citizensWithDevice = async (
  home: Database,
  citizens: readonly Buffer[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await home.query<{ citizen: Buffer }>({
    name: 'sign-in-devices',
    text: `select n.citizen from unnest($1::bytea[]) as n(citizen) where ${hasDevice('n.citizen')}`,
    values: [citizens],
  })
  return new Set(rows.map(({ citizen }) => citizen.toString('hex')))
}

/**
 * Writes who was identified. The requests are of different citizens. Devices are looked for in each of them, so that an
 * unknown person takes the same time. In a cell they were looked for before (`citizensWithDevice`). Returns those for which devices are notified: not if too many requests came
 * unanswered, if the sandbox answers, if the request is no longer open, or if it is of another browser.
 */
export const writeIdentified = async (
  database: Database,
  applicationId: string,
  identified: readonly IdentifiedRequest[],
  { isCell = false }: { isCell?: boolean } = {},
): Promise<ReadonlySet<string>> => {
  const { rows } = await database.query<{ request_id: string }>({
    name: isCell ? 'sign-in-identify-in-cell' : 'sign-in-identify',
    text: `with ${withoutDisk}, asked as materialized (
             select n.request_id, n.browser_hash, n.citizen, n.sealed_citizen, n.source, n.counted,
               n.citizen_elsewhere, n.last_elsewhere, n.source_elsewhere,
               ${isCell ? 'n.answer' : `case when not ${hasDevice('n.counted')} then n.answer end`} as answer
             from setting, unnest($2::text[], $4::bytea[], $5::bytea[], $6::bytea[], $7::text[], $8::bytea[],
               $9::bytea[], $10::int[], $11::float8[], $12::int[]) as n(request_id, browser_hash, citizen,
               sealed_citizen, answer, source, counted, citizen_elsewhere, last_elsewhere, source_elsewhere)),
           unanswered as materialized (${unanswered}), identified as (
             update sign_in_requests r
             set status = 'waiting', identified_at = now(), citizen = n.citizen, sealed_citizen = n.sealed_citizen,
               answer = n.answer, source = n.source, quiet = n.answer is null and ${isQuiet('n')},
               answers_at = case when n.answer is not null then now() + make_interval(secs => $3) end
             from unanswered n
             where r.application_id = $1 and r.request_id = any($2) and r.request_id = n.request_id
               and r.browser_hash = n.browser_hash and r.status = 'started' and now() < r.expires_at
             returning r.request_id, r.quiet or r.answer is not null as quiet)
           select request_id from identified where not quiet`,
    values: [
      ...[applicationId, valuesOf(identified, 'requestId'), sandboxAnswerSeconds],
      ...[valuesOf(identified, 'browserHash'), valuesOf(identified, 'citizen')],
      ...[
        valuesOf(identified, 'sealedCitizen'),
        valuesOf(identified, 'answer'),
        valuesOf(identified, 'source'),
      ],
      valuesOf(identified, 'counted'),
      identified.map(({ elsewhere }) => elsewhere.ofCitizen),
      identified.map(({ elsewhere }) => elsewhere.lastMsAgo),
      identified.map(({ elsewhere }) => elsewhere.ofSource),
    ],
  })
  return new Set(rows.map(({ request_id }) => request_id))
}

export type Answer = { answer: 'approved'; approvedWith: ApprovedWith } | { answer: 'declined' }
export type GivenAnswer = Answer & { requestId: string }

const approvedWithOf = (given: Answer): ApprovedWith | null =>
  given.answer === 'approved' ? given.approvedWith : null

/** Writes the first answer of each request, while its window is open. Returns those without an earlier answer. */
export const writeAnswers = async (
  database: Database,
  applicationId: string,
  answers: readonly GivenAnswer[],
): Promise<RequestRow[]> => {
  const { rows } = await database.query<RequestRow>({
    name: 'sign-in-answer',
    text: `update sign_in_requests r set status = n.answer, answered_at = now(), approved_with = n.approved_with
           from unnest($2::text[], $3::text[], $4::text[]) as n(request_id, answer, approved_with)
           where r.application_id = $1 and r.request_id = any($2) and r.request_id = n.request_id
             and now() < r.expires_at
             and (r.status = 'waiting' or (r.status = 'started' and n.answer = 'declined'))
           returning ${requestColumns}`,
    values: [
      applicationId,
      valuesOf(answers, 'requestId'),
      valuesOf(answers, 'answer'),
      answers.map(approvedWithOf),
    ],
  })
  return rows
}

/** Writes the answer of one request in the transaction of the caller. Null: it had one, or the window has ended. */
export const writeAnswer = async (
  database: Database,
  { applicationId, requestId }: Handle,
  answer: Answer,
): Promise<RequestRow | null> =>
  (await writeAnswers(database, applicationId, [{ requestId, ...answer }]))[0] ?? null
