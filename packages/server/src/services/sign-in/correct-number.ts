import type pg from 'pg'
import { browserContext } from './authorize.ts'
import type { SignInDependencies } from './dependencies.ts'
import { type Handle, handleText } from './handles.ts'
import { followersOf } from './requests/answers.ts'
import type { RequestRow } from './requests/requests.ts'
import { newShownNumber } from './shown-number.ts'

export const maxCorrections = 3

type Dependencies = Pick<SignInDependencies, 'pool' | 'vault' | 'newId' | 'random' | 'announce'>

/** These columns have a value of the new request. `created_at` has its default. */
const own = ['request_id', 'shown_number', 'sealed_browser', 'corrections'] as const
/** These pass on. The window is that of the first request. */
const copied = [
  ...['application_id', 'environment', 'api_key', 'redirect_uri', 'state', 'nonce', 'scopes'],
  ...['code_challenge', 'browser_hash', 'expires_at'],
]

/**
 * The request that was waiting ends before any `now()`, so that an approval that has begun fails. It stays with the person
 * who was named, and counts as unanswered.
 */
const replace = `
  with found as materialized (
    select r.* from sign_in_requests r
    where r.application_id = $1 and r.request_id = $2 and r.browser_hash = $3 and r.status = 'waiting'
      and now() < r.expires_at and r.corrections < ${maxCorrections}
    for update),
  ended as (
    update sign_in_requests r set expires_at = r.created_at, replaced_by = $4 from found f
    where r.application_id = f.application_id and r.request_id = f.request_id)
  insert into sign_in_requests (${own.join(', ')}, ${copied.join(', ')})
  select $4, $5, $6, f.corrections + 1, ${copied.map((name) => `f.${name}`).join(', ')} from found f`

/** Whether "correct it" leads to the form again. */
export const mayCorrect = ({ status, corrections }: RequestRow): boolean =>
  status === 'waiting' && corrections < maxCorrections

/**
 * The number was wrong: the browser gets a further request with the same parameters and the same end. The one before stays
 * as it is, so that each person who was asked counts for the back-off, and no device answers for another person. Returns the
 * handle of the new request; null: the window has ended, or the number was corrected too often.
 */
export const createCorrect =
  ({ pool, vault, newId, random, announce }: Dependencies) =>
  async (request: RequestRow): Promise<Handle | null> => {
    const before: Handle = { applicationId: request.application_id, requestId: request.request_id }
    const after: Handle = { ...before, requestId: newId('sgn') }
    const browser = vault.open(request.sealed_browser, browserContext(before))
    const { rowCount }: pg.QueryResult = await pool.query({
      name: 'sign-in-correct',
      text: replace,
      values: [
        ...[before.applicationId, before.requestId, request.browser_hash, after.requestId],
        ...[newShownNumber(random), vault.seal(browser, browserContext(after))],
      ],
    })
    if (rowCount !== 1) return null
    announce(...followersOf(request))
    return after
  }

/** The page that took the place of a request. */
export const replacementOf = ({ application_id, replaced_by }: RequestRow): string | null =>
  replaced_by && handleText({ applicationId: application_id, requestId: replaced_by })
