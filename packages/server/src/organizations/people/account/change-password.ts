import { passwordChange, statusConfirmed } from '@nani/contract/console'
import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { findAccount, lockAccount } from '../accounts.ts'
import { inEveryRealm, peopleAct } from '../define.ts'
import { requireFresh } from '../second-factor/fresh-factor.ts'
import { endOtherSessions } from '../sessions.ts'
import { countsOf } from '../sign-in/sign-in.ts'
import { mailTexts } from '../texts.ts'
import { visitSchema } from '../visit.ts'
import { requireGoodPassword } from './leaked-passwords.ts'
import { ownPerson } from './own-person.ts'

const notSignedIn = () => new Refusal('not_signed_in', 'There is no session.')

/** The own password, by the current one. A wrong one counts as at a sign-in. Every other session ends. */
export const changeMyPassword = peopleAct({
  name: 'people.change_own_password',
  sentence: { en: 'Changes the own password', fr: 'Change son mot de passe' },
  actors: { person: true },
  routes: inEveryRealm('PUT /me/password'),
  stepUpWhen: 'own_second_factor',
  input: Type.Object({ ...passwordChange.properties, visit: visitSchema }, { additionalProperties: false }),
  output: statusConfirmed,
  refusals: [
    ...(['value_invalid', 'password_refused', 'not_signed_in', 'second_factor_required'] as const),
    'too_many_attempts',
  ],
  async prepare({ actor, input: { current_password: current, password, visit }, needs, nowMs }) {
    const { pool, realm, attempts, hashing } = needs
    const account = await findAccount(pool, realm, ownPerson(actor).personId)
    if (!account) throw notSignedIn()
    const counts = await countsOf(pool, { email: account.email, account, visit }, needs)
    await attempts.check(pool, counts, nowMs)
    // No answer depends on the current password before the second factor is proven. Such a guess would not count.
    await requireFresh(pool, { account, visit, nowMs }, needs)
    // The answer about the new password is the same for a right and a wrong current one.
    await requireGoodPassword(password, account.email)
    const isRight = await hashing.isRight(current, account.password_hash, visit.address)
    const hash = isRight ? await hashing.hash(password, visit.address) : null
    return { account, counts, hash }
  },
  async perform({ client, actor, input: { visit }, needs, nowMs, prepared: { account, counts, hash } }) {
    const { sessionId } = ownPerson(actor)
    const { account_id: accountId } = account
    const { realm, attempts, mail } = needs
    const locked = await lockAccount(client, realm, accountId)
    await requireFresh(client, { account: locked, visit, nowMs }, needs)
    const tooMany = await attempts.checkLocked(client, counts, nowMs)
    if (tooMany || hash === null || locked.password_hash !== account.password_hash) {
      if (!tooMany) await attempts.add(client, counts, nowMs)
      const refusal =
        tooMany ??
        new Refusal('value_invalid', 'The current password is wrong.', {
          context: { field: 'current_password' },
        })
      return {
        result: undefined as never,
        entry: { subject: accountId, after: { refused: refusal.code } },
        refusal,
      }
    }
    await client.query(
      realm.sql(
        'update member_accounts set password_hash = $2, password_changed_at = $3 where account_id = $1',
      ),
      [accountId, hash, new Date(nowMs)],
    )
    await client.query(realm.sql('delete from member_password_resets where account_id = $1'), [accountId])
    await endOtherSessions(client, realm, { accountId, sessionId })
    await mail.write(client, { to: account.email, ...mailTexts.passwordChanged()[account.language] })
    return {
      result: { status: 'confirmed' as const },
      entry: { subject: accountId },
      afterCommit: () => mail.wake(),
    }
  },
})
