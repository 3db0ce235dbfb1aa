import { newTotp, recoveryCodes, totpConfirmation } from '@nani/contract/console'
import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { ownPerson } from '../account/own-person.ts'
import { inEveryRealm, peopleAct } from '../define.ts'
import { mailTexts } from '../texts.ts'
import { acceptedStep, base32, totpSecretBytes, totpUri } from '../totp.ts'
import { visitSchema } from '../visit.ts'
import { totpContext } from './check-factor.ts'
import { markFresh, ownForChange } from './fresh-factor.ts'
import { replaceRecoveryCodes } from './recovery-code.ts'

const closed = { additionalProperties: false }

/** Offers a secret. The factor in use stays until a code of the new secret is confirmed. */
export const offerTotp = peopleAct({
  name: 'people.offer_totp',
  sentence: { en: 'Begins an authenticator app', fr: "Commence une application d'authentification" },
  actors: { person: true },
  routes: inEveryRealm('POST /me/totp'),
  stepUpWhen: 'own_second_factor',
  input: Type.Object({ visit: visitSchema }, closed),
  output: newTotp,
  refusals: ['not_signed_in', 'second_factor_required'],
  async perform({ client, actor, input: { visit }, needs, nowMs }) {
    const { personId } = ownPerson(actor)
    const { account } = await ownForChange(client, { personId, visit, nowMs }, needs)
    const { realm, random, vault } = needs
    const bytes = random.bytes(totpSecretBytes)
    await client.query(realm.sql('update member_accounts set pending_totp = $2 where account_id = $1'), [
      personId,
      vault.seal(bytes, totpContext(personId)),
    ])
    const secret = base32(bytes)
    const uri = totpUri(secret, { issuer: realm.issuer, account: account.email })
    return { result: { secret, uri }, entry: { subject: personId } }
  },
})

export const confirmTotp = peopleAct({
  name: 'people.confirm_totp',
  sentence: { en: 'Adds an authenticator app', fr: "Ajoute une application d'authentification" },
  actors: { person: true },
  routes: inEveryRealm('POST /me/totp/confirm'),
  // 20 of one person in 15 minutes at most: a code has six digits.
  rateLimit: { burst: 10, refillMs: 90_000 },
  stepUpWhen: 'own_second_factor',
  input: Type.Object({ ...totpConfirmation.properties, visit: visitSchema }, closed),
  output: recoveryCodes,
  refusals: ['value_invalid', 'not_signed_in', 'second_factor_required', 'too_many_attempts'],
  async perform({ client, actor, input: { code, visit }, needs, nowMs }) {
    const { personId } = ownPerson(actor)
    const { account, session } = await ownForChange(client, { personId, visit, nowMs }, needs)
    const { realm, vault, mail } = needs
    const secret = account.pending_totp && vault.open(account.pending_totp, totpContext(personId))
    const step = secret && acceptedStep(secret, code, { nowMs, lastStep: 0 })
    if (step === null)
      throw new Refusal('value_invalid', 'The code is wrong, or no authenticator app was begun.', {
        context: { field: 'code' },
      })
    await client.query(
      realm.sql(`update member_accounts set sealed_totp = pending_totp, pending_totp = null, totp_step = $2
        where account_id = $1`),
      [personId, step],
    )
    await markFresh(client, session, nowMs, needs)
    const codes = await replaceRecoveryCodes(client, personId, needs)
    await mail.write(client, { to: account.email, ...mailTexts.secondFactorAdded()[account.language] })
    return {
      result: { recovery_codes: codes },
      entry: { subject: personId, after: { totp: true } },
      afterCommit: () => mail.wake(),
    }
  },
})

export const renewRecoveryCodes = peopleAct({
  name: 'people.renew_recovery_codes',
  sentence: { en: 'Makes new recovery codes', fr: 'Crée de nouveaux codes de secours' },
  actors: { person: true },
  routes: inEveryRealm('POST /me/recovery-codes'),
  stepUp: true,
  input: Type.Object({ visit: visitSchema }, closed),
  output: recoveryCodes,
  refusals: ['not_signed_in', 'second_factor_required'],
  async perform({ client, actor, input: { visit }, needs, nowMs }) {
    const { personId } = ownPerson(actor)
    const { account } = await ownForChange(client, { personId, visit, nowMs }, needs)
    const codes = await replaceRecoveryCodes(client, personId, needs)
    await needs.mail.write(client, { to: account.email, ...mailTexts.secondFactorAdded()[account.language] })
    return {
      result: { recovery_codes: codes },
      entry: { subject: personId, after: { recovery_codes: codes.length } },
      afterCommit: () => needs.mail.wake(),
    }
  },
})
