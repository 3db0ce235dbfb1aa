import { registrationRequest, statusAccepted, statusConfirmed, tokenRequest } from '@nani/contract/console'
import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { emailKey, findByEmail } from '../accounts.ts'
import { peopleAct } from '../define.ts'
import { hashOf, newSecret } from '../secrets.ts'
import { mailTexts } from '../texts.ts'
import { visitSchema } from '../visit.ts'
import { requireGoodPassword } from './leaked-passwords.ts'

const closed = { additionalProperties: false }
const lifeMs = 24 * 3_600_000

/**
 * A stranger asks for an account. The answer and its work are alike for an address with an account: the password is hashed,
 * and one mail is written. Beyond five mails in fifteen minutes, an address gets none.
 */
export const register = peopleAct({
  name: 'people.register',
  sentence: { en: 'Asks for an account', fr: 'Demande un compte' },
  actors: { system: true },
  routes: { member: 'POST /registrations' },
  answers: 202,
  input: Type.Object({ ...registrationRequest.properties, visit: visitSchema }, closed),
  output: statusAccepted,
  refusals: ['value_invalid', 'password_refused', 'too_many_attempts'],
  async prepare({ input: { email, password, visit }, needs, nowMs }) {
    const { attempts, hashing, pool } = needs
    await attempts.check(pool, [attempts.ofMails(visit.address)], nowMs)
    await requireGoodPassword(password, emailKey(email))
    return hashing.hash(password, visit.address)
  },
  async perform({ client, input, needs, nowMs, prepared: passwordHash }) {
    const { realm, attempts, newId, random, mail, origin } = needs
    const email = emailKey(input.email)
    const counts = [attempts.ofMail(email), attempts.ofMails(input.visit.address)]
    const isFull = (await attempts.checkLocked(client, [attempts.ofMail(email)], nowMs)) !== null
    await attempts.add(client, counts, nowMs)
    const isKnown = (await findByEmail(client, realm, email)) !== null
    const token = newSecret(random)
    const registrationId = newId('reg')
    await client.query(
      realm.sql(`insert into member_registrations
        (token_hash, registration_id, email, name, language, password_hash, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7)`),
      [
        ...[hashOf(token), registrationId, isKnown ? '' : email, input.name, input.language],
        // A registration of a known address confirms nothing.
        ...[passwordHash, new Date(isKnown ? nowMs : nowMs + lifeMs)],
      ],
    )
    const texts = isKnown
      ? mailTexts.alreadyRegistered(`${origin()}/password-resets`)
      : mailTexts.confirm(`${origin()}/registrations/confirm?token=${token}`)
    await mail.write(client, { to: isFull ? null : email, ...texts[input.language] })
    return {
      result: { status: 'accepted' as const },
      entry: { subject: registrationId },
      afterCommit: () => mail.wake(),
    }
  },
})

/** A token counts once. Two that are confirmed at the same time make one account. */
export const confirmRegistration = peopleAct({
  name: 'people.confirm_registration',
  sentence: { en: 'Confirms an e-mail address', fr: 'Confirme une adresse e-mail' },
  actors: { system: true },
  routes: { member: 'POST /registrations/confirm' },
  rateLimit: { burst: 50, refillMs: 2_000 },
  input: tokenRequest,
  output: statusConfirmed,
  refusals: ['value_invalid', 'too_many_attempts'],
  async perform({ client, input, needs, nowMs }) {
    const { realm, newId } = needs
    const { rows } = await client.query<Registration>(
      realm.sql(`delete from member_registrations where token_hash = $1
        returning email, name, language, password_hash, expires_at`),
      [hashOf(input.token)],
    )
    const [registration] = rows
    if (!registration || registration.expires_at.getTime() <= nowMs) throw wrongToken()
    const accountId = newId('per')
    const { rowCount } = await client.query(
      realm.sql(`insert into member_accounts
        (account_id, email, name, language, password_hash, created_at, password_changed_at)
        values ($1, $2, $3, $4, $5, $6, $6) on conflict (email) do nothing`),
      [
        ...[accountId, registration.email, registration.name, registration.language],
        ...[registration.password_hash, new Date(nowMs)],
      ],
    )
    if (rowCount === 0) throw wrongToken()
    return {
      result: { status: 'confirmed' as const },
      entry: { subject: accountId, after: { language: registration.language } },
    }
  },
})

type Registration = { email: string; name: string; language: string; password_hash: string; expires_at: Date }
/** The same for a token that never existed, has ended, or was used. */
export const wrongToken = (): Refusal =>
  new Refusal('value_invalid', 'The link is not valid, or it was used already.', {
    context: { field: 'token' },
    next: 'Request another mail.',
  })
