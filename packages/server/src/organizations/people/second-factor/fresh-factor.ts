import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type Account, lockAccount } from '../accounts.ts'
import type { PeopleNeeds } from '../needs.ts'
import { readSessionRow, type SessionRow } from '../sessions.ts'
import type { Visit } from '../visit.ts'
import { type Factors, methodsOf, readFactors } from './factors.ts'

/** A second factor of a session counts for sensitive acts for this time. */
export const freshFactorMs = 5 * 60_000

export const isFresh = (secondFactorAtMs: number | null | undefined, nowMs: number): boolean =>
  typeof secondFactorAtMs === 'number' && nowMs - secondFactorAtMs <= freshFactorMs

type Own = { account: Account; factors: Factors; session: SessionRow }

/**
 * The own account, locked, for a change of its second factors. If it has one, the session needs one of the last five
 * minutes. The first one needs none: there is nothing to give.
 */
export const ownForChange = async (
  client: pg.PoolClient,
  { personId, visit, nowMs }: { personId: string; visit: Visit; nowMs: number },
  needs: PeopleNeeds,
): Promise<Own> => {
  const account = await lockAccount(client, needs.realm, personId)
  return requireFresh(client, { account, visit, nowMs }, needs)
}

/** The same for an account that is locked already, or before a transaction. */
export const requireFresh = async (
  client: Database,
  { account, visit, nowMs }: { account: Account; visit: Visit; nowMs: number },
  { realm }: PeopleNeeds,
): Promise<Own> => {
  const factors = await readFactors(client, realm, account)
  const session = await readSessionRow(client, realm, visit.session, nowMs)
  if (!session) throw new Refusal('not_signed_in', 'The session has ended.')
  const methods = methodsOf(factors)
  if (methods.length > 0 && !isFresh(session.second_factor_at?.getTime(), nowMs))
    throw new Refusal('second_factor_required', 'The act needs a second factor of the last five minutes.', {
      context: { methods },
    })
  return { account, factors, session }
}

/** The session has a second factor now: the person has just used it. */
export const markFresh = async (
  client: pg.PoolClient,
  session: SessionRow,
  nowMs: number,
  { realm }: PeopleNeeds,
): Promise<void> => {
  await client.query(realm.sql('update member_sessions set second_factor_at = $2 where session_hash = $1'), [
    session.session_hash,
    new Date(nowMs),
  ])
}
