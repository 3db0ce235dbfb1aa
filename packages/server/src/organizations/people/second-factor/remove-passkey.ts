import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { ownPerson } from '../account/own-person.ts'
import { inEveryRealm, peopleAct } from '../define.ts'
import { mailTexts } from '../texts.ts'
import { visitSchema } from '../visit.ts'
import { ownForChange } from './fresh-factor.ts'

/** A passkey that was lost or stolen is removed with another second factor. The last one stays: without it, roles could not act. */
export const removePasskey = peopleAct({
  name: 'people.remove_passkey',
  sentence: { en: 'Removes a passkey', fr: "Retire une clé d'accès" },
  actors: { person: true },
  routes: inEveryRealm('DELETE /me/passkeys/{id}'),
  answers: 204,
  stepUpWhen: 'own_second_factor',
  input: Type.Object(
    { id: Type.String({ minLength: 1, maxLength: 64 }), visit: visitSchema },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  refusals: ['not_signed_in', 'second_factor_required', 'object_not_found', 'state_conflict'],
  async perform({ client, actor, input: { id, visit }, needs, nowMs }) {
    const { personId } = ownPerson(actor)
    const { realm, mail } = needs
    const { account, factors } = await ownForChange(client, { personId, visit, nowMs }, needs)
    const { rowCount } = await client.query(
      realm.sql('delete from member_passkeys where passkey_id = $1 and account_id = $2'),
      [id, personId],
    )
    if (rowCount === 0) throw new Refusal('object_not_found', 'There is no such passkey.')
    if (!factors.totp && factors.credentialIds.length === 1)
      throw new Refusal('state_conflict', 'The passkey is the only second factor. Add another one first.')
    await mail.write(client, { to: account.email, ...mailTexts.secondFactorRemoved()[account.language] })
    return {
      result: null,
      entry: { subject: personId, before: { passkey: id } },
      afterCommit: () => mail.wake(),
    }
  },
})
