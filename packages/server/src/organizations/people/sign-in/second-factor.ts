import { secondFactorRequest, sessionAnswer } from '@nani/contract/console'
import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { findAccount, lockAccount } from '../accounts.ts'
import { inEveryRealm, peopleAct } from '../define.ts'
import { checkFactor } from '../second-factor/check-factor.ts'
import { methodsOf, readFactors } from '../second-factor/factors.ts'
import { endSession, readSessionRow, renewSession } from '../sessions.ts'
import { cookiesSchema, visitSchema } from '../visit.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { reportWrongFactors } from './report-suspicion.ts'
import { countsOf } from './sign-in.ts'
import { writeSignIn } from './sign-in-log.ts'

const notSignedIn = (message: string) => new Refusal('not_signed_in', message)
const input = Type.Object(
  { ...secondFactorRequest.properties, visit: visitSchema },
  { additionalProperties: false, minProperties: 2, maxProperties: 2 },
)

/** The second step of a sign-in. It replaces the session, so that a secret from before it is worth nothing. */
export const giveSecondFactor = peopleAct({
  name: 'people.give_second_factor',
  sentence: { en: 'Gives the second factor of a sign-in', fr: "Donne le second facteur d'une connexion" },
  actors: { system: true },
  routes: inEveryRealm('POST /session/second-factor'),
  input,
  output: Type.Object({ ...sessionAnswer.properties, cookies: cookiesSchema }),
  example: { input: { totp: '123456' } },
  refusals: ['value_invalid', 'not_signed_in', 'too_many_attempts'],
  async prepare({ input: { visit }, needs, nowMs }) {
    const session = await readSessionRow(needs.pool, needs.realm, visit.session, nowMs)
    const account = session && (await findAccount(needs.pool, needs.realm, session.account_id))
    if (!account || !session.awaits_second_factor) throw notSignedIn('No sign-in awaits a second factor.')
    const counts = await countsOf(needs.pool, { email: `second:${account.email}`, account, visit }, needs)
    await needs.attempts.check(needs.pool, counts, nowMs)
    return { counts, session, accountId: account.account_id }
  },
  async perform({ client, input: { visit, ...given }, needs, nowMs, prepared }) {
    const { realm, attempts, mail } = needs
    const { counts, accountId } = prepared
    const account = await lockAccount(client, realm, accountId)
    const tooMany = await attempts.checkLocked(client, counts, nowMs)
    const session = await readSessionRow(client, realm, visit.session, nowMs)
    if (!session) throw notSignedIn('No sign-in awaits a second factor.')
    const isRight = !tooMany && (await checkFactor(given)(client, { account, session, nowMs }, needs))
    if (!isRight) {
      if (!tooMany) {
        await attempts.add(client, counts, nowMs)
        await writeSignIn(client, { accountId, visit, result: 'wrong_second_factor', nowMs }, needs)
        await reportWrongFactors(client, { account, visit, nowMs }, needs)
      }
      const refusal = tooMany ?? notSignedIn('The second factor is wrong, or it was used already.')
      return {
        result: undefined as never,
        entry: { subject: accountId, after: { refused: refusal.code } },
        refusal,
        afterCommit: () => mail.wake(),
      }
    }
    await endSession(client, realm, session.session_hash)
    const cookies = await completeSignIn(client, { account, visit, secondFactorAtMs: nowMs, nowMs }, needs)
    const methods = methodsOf(await readFactors(client, realm, account))
    return {
      result: { status: 'signed_in' as const, methods, passkey_options: null, cookies },
      entry: { subject: accountId, after: { method: Object.keys(given)[0] } },
      afterCommit: () => mail.wake(),
    }
  },
})

/** Gives the second factor once more, in a session that exists. The session gets a new secret. */
export const stepUp = peopleAct({
  name: 'people.step_up',
  sentence: { en: 'Gives the second factor again', fr: 'Donne de nouveau le second facteur' },
  actors: { person: true },
  routes: inEveryRealm('POST /session/step-up'),
  input,
  output: Type.Object({
    status: Type.Literal('signed_in'),
    second_factor_at: Type.String({ format: 'date-time' }),
    cookies: cookiesSchema,
  }),
  example: { input: { totp: '123456' } },
  refusals: ['value_invalid', 'second_factor_required', 'too_many_attempts'],
  async prepare({ actor, input: { visit }, needs, nowMs }) {
    const account =
      actor.kind === 'person' ? await findAccount(needs.pool, needs.realm, actor.personId) : null
    if (!account) throw notSignedIn('There is no session.')
    const counts = await countsOf(needs.pool, { email: `second:${account.email}`, account, visit }, needs)
    await needs.attempts.check(needs.pool, counts, nowMs)
    return { counts, accountId: account.account_id }
  },
  async perform({ client, input: { visit, ...given }, needs, nowMs, prepared: { counts, accountId } }) {
    const { realm, attempts } = needs
    const account = await lockAccount(client, realm, accountId)
    const tooMany = await attempts.checkLocked(client, counts, nowMs)
    const session = await readSessionRow(client, realm, visit.session, nowMs)
    if (!session) throw notSignedIn('The session has ended.')
    const isRight = !tooMany && (await checkFactor(given)(client, { account, session, nowMs }, needs))
    if (!isRight) {
      if (!tooMany) await attempts.add(client, counts, nowMs)
      const methods = methodsOf(await readFactors(client, realm, account))
      const message = 'The second factor is wrong, or it was used already.'
      const refusal = tooMany ?? new Refusal('second_factor_required', message, { context: { methods } })
      return {
        result: undefined as never,
        entry: { subject: accountId, after: { refused: refusal.code } },
        refusal,
      }
    }
    const renewed = await renewSession(client, realm, session, { random: needs.random, nowMs })
    return {
      result: {
        ...{ status: 'signed_in' as const, second_factor_at: new Date(nowMs).toISOString() },
        cookies: { session: renewed },
      },
      entry: { subject: accountId, after: { method: Object.keys(given)[0] } },
    }
  },
})
