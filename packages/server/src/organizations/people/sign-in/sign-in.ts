import { sessionAnswer, sessionRequest } from '@nani/contract/console'
import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { requestOptions } from '../../webauthn/index.ts'
import { type Account, emailKey, findByEmail } from '../accounts.ts'
import type { Count } from '../attempts.ts'
import { inEveryRealm, peopleAct } from '../define.ts'
import { knownBrowser } from '../known-browsers.ts'
import type { PeopleNeeds } from '../needs.ts'
import { methodsOf, readFactors } from '../second-factor/factors.ts'
import { endSession, openSession, readSessionRow } from '../sessions.ts'
import { cookiesSchema, type Visit, visitSchema } from '../visit.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { reportPasswordAlone } from './report-suspicion.ts'
import { writeSignIn } from './sign-in-log.ts'

const challengeBytes = 32

/**
 * The counts of an attempt: of the account and of the source. A browser that the person signed in with has its own in place of both, so
 * that a stranger behind the same address locks no person out.
 */
export const countsOf = async (
  pool: pg.Pool,
  { email, account, visit }: { email: string; account: Account | null; visit: Visit },
  { realm, attempts }: PeopleNeeds,
): Promise<Count[]> => {
  const browser = await knownBrowser(pool, realm, account?.account_id ?? null, visit.browser)
  return [
    attempts.ofAccount(email, browser),
    { ...attempts.ofSource(visit.address), isOpen: browser !== null },
  ]
}

/** An address without an account, or of a person who was disabled, is answered like a wrong password, after the same work. */
export const signIn = peopleAct({
  name: 'people.sign_in',
  sentence: { en: 'Signs in with a password', fr: 'Se connecte avec un mot de passe' },
  actors: { system: true },
  routes: inEveryRealm('POST /session'),
  input: Type.Object({ ...sessionRequest.properties, visit: visitSchema }, { additionalProperties: false }),
  output: Type.Object({ ...sessionAnswer.properties, cookies: cookiesSchema }),
  refusals: ['value_invalid', 'not_signed_in', 'too_many_attempts'],
  async prepare({ input: { email: given, password, visit }, needs, nowMs }) {
    const { pool, realm, attempts, hashing } = needs
    const email = emailKey(given)
    const account = await findByEmail(pool, realm, email)
    const counts = await countsOf(pool, { email, account, visit }, needs)
    await attempts.check(pool, counts, nowMs)
    const isRight = await hashing.isRight(password, account?.password_hash ?? null, visit.address)
    return { account, counts, isRight }
  },
  async perform({ client, input: { visit }, needs, nowMs, prepared: { account, counts, isRight } }) {
    const { realm, attempts } = needs
    const tooMany = await attempts.checkLocked(client, counts, nowMs)
    if (tooMany) return refused(account, tooMany)
    const current = account && (await findByEmail(client, realm, account.email))
    const isRightNow = isRight && current?.password_hash === account?.password_hash
    if (!account || !isRightNow || !(await maySignIn(client, account, needs))) {
      await attempts.add(client, counts, nowMs)
      const accountId = account?.account_id ?? null
      await writeSignIn(client, { accountId, visit, result: 'wrong_password', nowMs }, needs)
      return refused(account, wrongPassword())
    }
    const before = await readSessionRow(client, realm, visit.session, nowMs)
    if (before) await endSession(client, realm, before.session_hash)
    const result = await answerOfFirstFactor(client, { account, visit, nowMs }, needs)
    return {
      result,
      entry: { subject: account.account_id, after: { status: result.status } },
      afterCommit: () => needs.mail.wake(),
    }
  },
})

type FirstFactor = { account: Account; visit: Visit; nowMs: number }

/** The session of a right password or identity. With a second factor it permits nothing before that factor is given. */
export const answerOfFirstFactor = async (
  client: pg.PoolClient,
  { account, visit, nowMs }: FirstFactor,
  needs: PeopleNeeds,
) => {
  const factors = await readFactors(client, needs.realm, account)
  const methods = methodsOf(factors)
  if (methods.length === 0) {
    const cookies = await completeSignIn(client, { account, visit, secondFactorAtMs: null, nowMs }, needs)
    return { status: 'signed_in' as const, methods, passkey_options: null, cookies }
  }
  const { realm, random, origin } = needs
  const challenge = random.bytes(challengeBytes)
  const session = await openSession(
    client,
    { accountId: account.account_id, visit, awaitsSecondFactor: true, secondFactorAtMs: null },
    { ...needs, nowMs },
  )
  const row = await readSessionRow(client, realm, session, nowMs)
  await client.query(realm.sql('update member_sessions set challenge = $2 where session_hash = $1'), [
    row?.session_hash,
    challenge,
  ])
  const options =
    factors.credentialIds.length > 0
      ? { ...(await requestOptions(challenge, factors.credentialIds, { origin: origin() })) }
      : null
  await reportPasswordAlone(client, { account, visit, nowMs }, needs)
  await writeSignIn(client, { accountId: account.account_id, visit, result: 'second_factor', nowMs }, needs)
  return { status: 'second_factor' as const, methods, passkey_options: options, cookies: { session } }
}

const maySignIn = async (
  client: pg.PoolClient,
  { account_id }: Account,
  needs: Pick<PeopleNeeds, 'maySignIn'>,
): Promise<boolean> => (await needs.maySignIn?.(client, account_id)) ?? true

const wrongPassword = (): Refusal =>
  new Refusal('not_signed_in', 'The e-mail address and the password do not belong together.', {
    next: 'Check both, or request a new password.',
  })

/** A refusal whose attempt is committed. */
const refused = (account: Account | null, refusal: Refusal) => ({
  result: undefined as never,
  entry: { subject: account?.account_id ?? 'unknown', after: { refused: refusal.code } },
  refusal,
})
