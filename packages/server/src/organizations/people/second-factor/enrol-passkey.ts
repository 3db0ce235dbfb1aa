import {
  passkeyOptionsAnswer,
  passkeyOptionsRequest,
  passkeyRegistration,
  registeredPasskey,
} from '@nani/contract/console'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import {
  acceptCredential,
  creationOptions,
  type RegistrationResponse,
  requestOptions,
} from '../../webauthn/index.ts'
import { ownPerson } from '../account/own-person.ts'
import { lockAccount } from '../accounts.ts'
import { inEveryRealm, peopleAct } from '../define.ts'
import { readSessionRow } from '../sessions.ts'
import { mailTexts } from '../texts.ts'
import { visitSchema } from '../visit.ts'
import { methodsOf, readFactors } from './factors.ts'
import { markFresh, ownForChange } from './fresh-factor.ts'
import { replaceRecoveryCodes } from './recovery-code.ts'

const closed = { additionalProperties: false }
const challengeBytes = 32
const maxPasskeys = 20

/** A challenge of the session: for a new passkey, or for the second factor of `POST /session/step-up`. */
export const passkeyOptions = peopleAct({
  name: 'people.passkey_options',
  sentence: { en: 'Begins a passkey', fr: "Commence une clé d'accès" },
  actors: { person: true },
  routes: inEveryRealm('POST /me/passkeys/options'),
  stepUpWhen: 'own_second_factor',
  input: Type.Object({ ...passkeyOptionsRequest.properties, visit: visitSchema }, closed),
  output: passkeyOptionsAnswer,
  refusals: ['value_invalid', 'not_signed_in', 'second_factor_required', 'state_conflict'],
  async perform({ client, actor, input: { purpose, visit }, needs, nowMs }) {
    const { personId } = ownPerson(actor)
    const { realm, random, origin } = needs
    const isAssertion = purpose === 'assertion'
    const account = await lockAccount(client, realm, personId)
    const { credentialIds } = await readFactors(client, realm, account)
    const session = isAssertion
      ? await readSessionRow(client, realm, visit.session, nowMs)
      : (await ownForChange(client, { personId, visit, nowMs }, needs)).session
    if (!session) throw new Refusal('not_signed_in', 'The session has ended.')
    const challenge = random.bytes(challengeBytes)
    await client.query(realm.sql('update member_sessions set challenge = $2 where session_hash = $1'), [
      session.session_hash,
      challenge,
    ])
    const app = { origin: origin() }
    const user = { userId: Buffer.from(personId), userName: account.email, excluded: credentialIds }
    const options = isAssertion
      ? await requestOptions(challenge, credentialIds, app)
      : await creationOptions(challenge, user, app)
    if (!options) throw new Refusal('state_conflict', 'The console has no host name. A passkey needs one.')
    return { result: { options: { ...options } }, entry: { subject: personId } }
  },
})

export const addPasskey = peopleAct({
  name: 'people.add_passkey',
  sentence: { en: 'Adds a passkey', fr: "Ajoute une clé d'accès" },
  actors: { person: true },
  routes: inEveryRealm('POST /me/passkeys'),
  answers: 201,
  stepUpWhen: 'own_second_factor',
  input: Type.Object({ ...passkeyRegistration.properties, visit: visitSchema }, closed),
  output: registeredPasskey,
  refusals: ['value_invalid', 'not_signed_in', 'second_factor_required', 'state_conflict'],
  async perform({ client, actor, input: { name, response, visit }, needs, nowMs }) {
    const { personId } = ownPerson(actor)
    const { realm, newId, mail, origin } = needs
    const { account, factors, session } = await ownForChange(client, { personId, visit, nowMs }, needs)
    if (factors.credentialIds.length >= maxPasskeys)
      throw new Refusal('state_conflict', `The account has ${maxPasskeys} passkeys.`)
    const credential =
      session.challenge &&
      (await acceptCredential(response as unknown as RegistrationResponse, session.challenge, {
        origin: origin(),
      }))
    const id = newId('psk')
    const { rowCount } = credential
      ? await client.query(
          realm.sql(`insert into member_passkeys
            (passkey_id, account_id, credential_id, name, public_key, sign_count, created_at)
            values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing`),
          [
            ...[id, personId, credential.credentialId, name],
            ...[credential.publicKey, credential.signCount, new Date(nowMs)],
          ],
        )
      : { rowCount: 0 }
    if (rowCount !== 1)
      throw new Refusal('value_invalid', 'The passkey does not verify. Ask for new options.', {
        context: { field: 'response' },
      })
    await client.query(realm.sql('update member_sessions set challenge = null where session_hash = $1'), [
      session.session_hash,
    ])
    await markFresh(client, session, nowMs, needs)
    const isFirst = methodsOf(factors).length === 0
    const codes = isFirst ? await replaceRecoveryCodes(client, personId, needs) : null
    await mail.write(client, { to: account.email, ...mailTexts.secondFactorAdded()[account.language] })
    return {
      result: {
        ...{ object: 'passkey' as const, id, name, created_at: rfc3339(nowMs), last_used_at: null },
        recovery_codes: codes,
      },
      entry: { subject: personId, after: { passkey: id } },
      afterCommit: () => mail.wake(),
    }
  },
})
