import {
  passwordResetConfirmation,
  passwordResetRequest,
  statusAccepted,
  statusConfirmed,
} from '@nani/contract/console'
import Type from 'typebox'
import { emailKey, findAccount, findByEmail } from '../accounts.ts'
import { inEveryRealm, peopleAct } from '../define.ts'
import { hashOf, newSecret } from '../secrets.ts'
import { endSessionsOf } from '../sessions.ts'
import { mailTexts } from '../texts.ts'
import { visitSchema } from '../visit.ts'
import { requireGoodPassword } from './leaked-passwords.ts'
import { wrongToken } from './register.ts'

const closed = { additionalProperties: false }
const lifeMs = 3_600_000

/** The answer and its statements are alike for an address without an account: its mail has no recipient. */
export const requestPasswordReset = peopleAct({
  name: 'people.request_password_reset',
  sentence: { en: 'Asks for a new password', fr: 'Demande un nouveau mot de passe' },
  actors: { system: true },
  routes: inEveryRealm('POST /password-resets'),
  answers: 202,
  input: Type.Object({ ...passwordResetRequest.properties, visit: visitSchema }, closed),
  output: statusAccepted,
  refusals: ['value_invalid', 'too_many_attempts'],
  prepare: ({ input: { visit }, needs: { attempts, pool }, nowMs }) =>
    attempts.check(pool, [attempts.ofMails(visit.address)], nowMs),
  async perform({ client, input, needs, nowMs }) {
    const { realm, attempts, random, mail, origin } = needs
    const email = emailKey(input.email)
    const account = await findByEmail(client, realm, email)
    const counts = [attempts.ofMail(email), attempts.ofMails(input.visit.address)]
    const isFull = (await attempts.checkLocked(client, [attempts.ofMail(email)], nowMs)) !== null
    await attempts.add(client, counts, nowMs)
    const token = newSecret(random)
    await client.query(
      realm.sql(`insert into member_password_resets (token_hash, account_id, expires_at)
        select $1, account_id, $3 from member_accounts where account_id = $2`),
      [hashOf(token), account?.account_id ?? '', new Date(nowMs + lifeMs)],
    )
    const text = mailTexts.reset(`${origin()}/password-resets/confirm?token=${token}`)
    await mail.write(client, {
      to: isFull ? null : (account?.email ?? null),
      ...text[account?.language ?? 'fr'],
    })
    return {
      result: { status: 'accepted' as const },
      entry: { subject: account?.account_id ?? 'unknown' },
      afterCommit: () => mail.wake(),
    }
  },
})

/** Every session and every other token of the account ends. The second factor stays. */
export const confirmPasswordReset = peopleAct({
  name: 'people.change_password',
  sentence: { en: 'Chooses a new password', fr: 'Choisit un nouveau mot de passe' },
  actors: { system: true },
  routes: inEveryRealm('POST /password-resets/confirm'),
  rateLimit: { burst: 50, refillMs: 2_000 },
  input: Type.Object({ ...passwordResetConfirmation.properties, visit: visitSchema }, closed),
  output: statusConfirmed,
  refusals: ['value_invalid', 'password_refused', 'too_many_attempts'],
  async prepare({ input: { token, password, visit }, needs: { pool, realm, hashing }, nowMs }) {
    const { rows } = await pool.query<{ account_id: string }>(
      realm.sql('select account_id from member_password_resets where token_hash = $1 and expires_at > $2'),
      [hashOf(token), new Date(nowMs)],
    )
    const account = rows[0] && (await findAccount(pool, realm, rows[0].account_id))
    if (!account) throw wrongToken()
    await requireGoodPassword(password, account.email)
    return hashing.hash(password, visit.address)
  },
  async perform({ client, input: { token }, needs, nowMs, prepared: passwordHash }) {
    const { realm, mail } = needs
    const { rows } = await client.query<{ account_id: string }>(
      realm.sql(`delete from member_password_resets where token_hash = $1 and expires_at > $2
        returning account_id`),
      [hashOf(token), new Date(nowMs)],
    )
    const account = rows[0] && (await findAccount(client, realm, rows[0].account_id))
    if (!account) throw wrongToken()
    const { account_id: accountId } = account
    await client.query(
      realm.sql(
        'update member_accounts set password_hash = $2, password_changed_at = $3 where account_id = $1',
      ),
      [accountId, passwordHash, new Date(nowMs)],
    )
    await client.query(realm.sql('delete from member_password_resets where account_id = $1'), [accountId])
    await endSessionsOf(client, realm, accountId)
    await mail.write(client, { to: account.email, ...mailTexts.passwordChanged()[account.language] })
    return {
      result: { status: 'confirmed' as const },
      entry: { subject: accountId },
      afterCommit: () => mail.wake(),
    }
  },
})
