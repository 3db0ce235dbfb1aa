import { identityAnswer, identityVisit, identityVisitRequest, sessionAnswer } from '@nani/contract/console'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { type Account, findAccount } from '../accounts.ts'
import { peopleAct } from '../define.ts'
import type { Realm } from '../realm.ts'
import { endSession, readSessionRow } from '../sessions.ts'
import { answerOfFirstFactor } from '../sign-in/sign-in.ts'
import { cookiesSchema, visitSchema } from '../visit.ts'
import type { LinkedSubject } from './identity-provider.ts'
import { beginVisit, endVisit, identityOfVisit, prepareVisit } from './identity-visits.ts'

const closed = { additionalProperties: false }

export const beginIdentitySignIn = peopleAct({
  name: 'people.begin_identity_sign_in',
  sentence: {
    en: 'Begins to sign in with the national identity',
    fr: "Commence à se connecter avec l'identité nationale",
  },
  actors: { system: true },
  routes: { member: 'POST /session/identity/visits' },
  rateLimit: { burst: 50, refillMs: 2_000 },
  answers: 201,
  input: Type.Object({ ...identityVisitRequest.properties, visit: visitSchema }, closed),
  output: Type.Object({ ...identityVisit.properties, cookies: cookiesSchema }),
  refusals: ['value_invalid', 'too_many_attempts', 'identity_not_offered'],
  async prepare({ input: { visit, language }, needs, nowMs }) {
    const { attempts, pool } = needs
    await attempts.check(pool, [attempts.ofSource(visit.address)], nowMs)
    return prepareVisit({ purpose: 'sign_in', language }, needs)
  },
  async perform({ client, needs, nowMs, prepared: visit }) {
    const begun = await beginVisit(client, { purpose: 'sign_in', visit, nowMs }, needs)
    return { result: begun, entry: { subject: 'unknown' } }
  },
})

/**
 * The identity takes the place of the password. The second factor is asked for as after a password. An identity that no account
 * has is answered like an answer that does not hold, after the same work.
 */
export const signInWithIdentity = peopleAct({
  name: 'people.sign_in_with_identity',
  sentence: { en: 'Signs in with the national identity', fr: "Se connecte avec l'identité nationale" },
  actors: { system: true },
  routes: { member: 'POST /session/identity' },
  rateLimit: { burst: 50, refillMs: 2_000 },
  input: Type.Object({ ...identityAnswer.properties, visit: visitSchema }, closed),
  output: Type.Object({ ...sessionAnswer.properties, cookies: cookiesSchema }),
  refusals: ['value_invalid', 'not_signed_in', 'too_many_attempts'],
  async prepare({ input: { state, code, iss, visit }, needs, nowMs }) {
    const { attempts, pool } = needs
    const counts = [attempts.ofSource(visit.address)]
    await attempts.check(pool, counts, nowMs)
    const returned = { secret: visit.identity, state, answer: { code, iss }, address: visit.address, nowMs }
    return { counts, found: await identityOfVisit(pool, { purpose: 'sign_in', ...returned }, needs) }
  },
  async perform({ client, input: { visit }, needs, nowMs, prepared: { counts, found } }) {
    const { realm, attempts, mail } = needs
    const tooMany = await attempts.checkLocked(client, counts, nowMs)
    const isOpen = await endVisit(client, realm, { purpose: 'sign_in', secret: visit.identity, nowMs })
    const linked = await accountOf(client, realm, found)
    const account = isOpen && !tooMany ? linked : null
    if (!account) {
      if (!tooMany) await attempts.add(client, counts, nowMs)
      const refusal = tooMany ?? unknownIdentity()
      return {
        result: undefined as never,
        entry: { subject: 'unknown', after: { refused: refusal.code } },
        refusal,
      }
    }
    const before = await readSessionRow(client, realm, visit.session, nowMs)
    if (before) await endSession(client, realm, before.session_hash)
    const { cookies, ...result } = await answerOfFirstFactor(client, { account, visit, nowMs }, needs)
    return {
      result: { ...result, cookies: { ...cookies, identity: null } },
      entry: { subject: account.account_id, after: { status: result.status } },
      afterCommit: () => mail.wake(),
    }
  },
})

const accountOf = async (
  client: Database,
  realm: Realm,
  found: LinkedSubject | null,
): Promise<Account | null> => {
  const { rows } = await client.query<{ account_id: string }>(
    realm.sql('select account_id from member_identities where application_id = $1 and subject = $2'),
    [found?.applicationId ?? '', found?.subject ?? ''],
  )
  return rows[0] ? findAccount(client, realm, rows[0].account_id) : null
}

const unknownIdentity = (): Refusal =>
  new Refusal('not_signed_in', 'The sign-in did not end well, or no account has this identity.', {
    next: 'Sign in with your password. You can link the identity on the page of your account.',
  })
