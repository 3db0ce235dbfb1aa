import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { PeopleNeeds } from '../needs.ts'
import type { Realm } from '../realm.ts'
import { hashOf, newSecret } from '../secrets.ts'
import type { IdentityAnswer, LinkedSubject } from './identity-provider.ts'

/** A link is begun by a session, and only the same session ends it. */
export type Beginner = { purpose: 'link'; accountId: string; sessionId: string } | { purpose: 'sign_in' }

/** The sign-in service gives a citizen a minute. Reading the page comes before it. */
const lifeMs = 10 * 60_000

/**
 * State, nonce and verifier follow from the secret of the browser, which only its cookie has. So each is bound to the browser,
 * and nothing that is stored can continue a visit.
 */
const derived = (secret: string, purpose: Beginner['purpose']) => {
  const of = (use: string) => createHmac('sha256', secret).update(use).digest('base64url')
  return { state: `${purpose}.${of(`state ${purpose}`)}`, nonce: of('nonce'), verifier: of('verifier') }
}

const ownerOf = (beginner: Beginner): [string | null, string | null] =>
  beginner.purpose === 'link' ? [beginner.accountId, beginner.sessionId] : [null, null]

const unavailable = () => new Refusal('identity_not_offered')

/** A visit that is not stored yet. */
export type PreparedVisit = { secret: string; applicationId: string; url: string }

/**
 * Prepares a visit, before the transaction of its act: the address needs a connection of its own. Where transactions waited for
 * further connections, strangers could use up the pool.
 */
export const prepareVisit = async (
  { purpose, language }: { purpose: Beginner['purpose']; language: 'fr' | 'en' },
  { random, identity }: Pick<PeopleNeeds, 'random' | 'identity'>,
): Promise<PreparedVisit> => {
  const secret = newSecret(random)
  const opened = await identity?.authorizationUrl({ ...derived(secret, purpose), language })
  if (!opened) throw unavailable()
  return { secret, ...opened }
}

/** Begins a prepared visit. Returns the address of the sign-in service, and the cookie of the browser. */
export const beginVisit = async (
  client: Database,
  {
    visit: { secret, applicationId, url },
    nowMs,
    ...beginner
  }: Beginner & { visit: PreparedVisit; nowMs: number },
  { realm }: Pick<PeopleNeeds, 'realm'>,
): Promise<{ authorization_url: string; cookies: { identity: string } }> => {
  const [accountId, sessionId] = ownerOf(beginner)
  await client.query(
    realm.sql(`insert into member_identity_visits
      (visit_hash, purpose, account_id, session_id, application_id, expires_at) values ($1, $2, $3, $4, $5, $6)`),
    [hashOf(secret), beginner.purpose, accountId, sessionId, applicationId, new Date(nowMs + lifeMs)],
  )
  return { authorization_url: url, cookies: { identity: secret } }
}

const openVisit =
  'visit_hash = $1 and purpose = $2 and expires_at > $3 and account_id is not distinct from $4 and session_id is not distinct from $5'

const isSame = (given: string, expected: string): boolean => {
  const [one, other] = [hashOf(given), hashOf(expected)]
  return timingSafeEqual(one, other)
}

type Returned = Beginner & {
  secret: string | null
  state: string
  answer: IdentityAnswer
  address: string
  nowMs: number
}

/**
 * The identity of a browser that comes back. Null: the visit is not of this browser, of this session or of this purpose, or its
 * answer does not hold. A code is exchanged only for the browser that began.
 */
export const identityOfVisit = async (
  pool: Database,
  { secret, state, answer, address, nowMs, ...beginner }: Returned,
  { realm, identity }: Pick<PeopleNeeds, 'realm' | 'identity'>,
): Promise<LinkedSubject | null> => {
  if (!identity || secret === null) return null
  const expected = derived(secret, beginner.purpose)
  if (!isSame(state, expected.state)) return null
  const { rows } = await pool.query<{ application_id: string }>(
    realm.sql(`select application_id from member_identity_visits where ${openVisit}`),
    [hashOf(secret), beginner.purpose, new Date(nowMs), ...ownerOf(beginner)],
  )
  if (!rows[0]) return null
  return identity.subjectOf(answer, { ...expected, applicationId: rows[0].application_id, address })
}

/** Ends the visit of a browser. False: another request ended it, so that it counts for nothing. */
export const endVisit = async (
  client: Database,
  realm: Realm,
  { secret, nowMs, ...beginner }: Beginner & { secret: string | null; nowMs: number },
): Promise<boolean> => {
  const { rowCount } = await client.query(
    realm.sql(`delete from member_identity_visits where ${openVisit}`),
    [hashOf(secret ?? ''), beginner.purpose, new Date(nowMs), ...ownerOf(beginner)],
  )
  return rowCount === 1
}
