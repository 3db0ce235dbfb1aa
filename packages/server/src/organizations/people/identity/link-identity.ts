import { identityAnswer, identityVisit, identityVisitRequest, linkedIdentity } from '@nani/contract/console'
import { Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { ownPerson } from '../account/own-person.ts'
import { findAccount } from '../accounts.ts'
import { peopleAct } from '../define.ts'
import type { Realm } from '../realm.ts'
import { mailTexts } from '../texts.ts'
import { cookiesSchema, visitSchema } from '../visit.ts'
import type { LinkedSubject } from './identity-provider.ts'
import { beginVisit, endVisit, identityOfVisit, prepareVisit } from './identity-visits.ts'

const closed = { additionalProperties: false }

/** The visit is bound to the session, whose second factor is fresh. So the answer of the visit needs no further one. */
export const beginIdentityLink = peopleAct({
  name: 'people.begin_identity_link',
  sentence: { en: 'Begins to link the national identity', fr: "Commence à lier l'identité nationale" },
  actors: { person: true },
  routes: { member: 'POST /me/identity/visits' },
  stepUp: true,
  answers: 201,
  input: Type.Object({ ...identityVisitRequest.properties, visit: visitSchema }, closed),
  output: Type.Object({ ...identityVisit.properties, cookies: cookiesSchema }),
  refusals: ['value_invalid', 'not_signed_in', 'second_factor_required', 'identity_not_offered'],
  prepare: ({ input: { language }, needs }) => prepareVisit({ purpose: 'link', language }, needs),
  async perform({ client, actor, needs, nowMs, prepared: visit }) {
    const { personId: accountId, sessionId } = ownPerson(actor)
    const begun = await beginVisit(client, { purpose: 'link', accountId, sessionId, visit, nowMs }, needs)
    return { result: begun, entry: { subject: accountId } }
  },
})

/** An account has one identity, and an identity one account. Only the pairwise subject is kept. */
export const linkIdentity = peopleAct({
  name: 'people.link_identity',
  sentence: { en: 'Links the national identity', fr: "Lie l'identité nationale" },
  actors: { person: true },
  routes: { member: 'POST /me/identity' },
  answers: 201,
  input: Type.Object({ ...identityAnswer.properties, visit: visitSchema }, closed),
  output: Type.Object({ ...linkedIdentity.properties, cookies: cookiesSchema }),
  refusals: ['value_invalid', 'not_signed_in', 'identity_taken'],
  async prepare({ actor, input: { state, code, iss, visit }, needs, nowMs }) {
    const { personId: accountId, sessionId } = ownPerson(actor)
    const returned = { secret: visit.identity, state, answer: { code, iss }, address: visit.address, nowMs }
    return identityOfVisit(needs.pool, { purpose: 'link', accountId, sessionId, ...returned }, needs)
  },
  async perform({ client, actor, input: { visit }, needs, nowMs, prepared: found }) {
    const { personId: accountId, sessionId } = ownPerson(actor)
    const { realm, mail } = needs
    const begun = { purpose: 'link', accountId, sessionId, secret: visit.identity, nowMs } as const
    const isOpen = await endVisit(client, realm, begun)
    const isLinked =
      isOpen && found !== null && (await insertIdentity(client, { accountId, ...found, nowMs }, realm))
    if (!isLinked) {
      const refusal = isOpen && found !== null ? new Refusal('identity_taken') : wrongAnswer()
      return {
        result: undefined as never,
        entry: { subject: accountId, after: { refused: refusal.code } },
        refusal,
      }
    }
    const account = await findAccount(client, realm, accountId)
    if (account)
      await mail.write(client, { to: account.email, ...mailTexts.identityLinked()[account.language] })
    return {
      result: { linked_at: rfc3339(nowMs), cookies: { identity: null } },
      entry: { subject: accountId, after: { national_identity: true } },
      afterCommit: () => mail.wake(),
    }
  },
})

/** False: the account has another identity, or another account has this one. */
const insertIdentity = async (
  client: Database,
  { accountId, applicationId, subject, nowMs }: LinkedSubject & { accountId: string; nowMs: number },
  realm: Realm,
): Promise<boolean> => {
  // An identity of an application that the console no longer uses signs no one in.
  await client.query(
    realm.sql('delete from member_identities where account_id = $1 and application_id <> $2'),
    [accountId, applicationId],
  )
  const { rowCount } = await client.query(
    realm.sql(`insert into member_identities (account_id, application_id, subject, linked_at)
      values ($1, $2, $3, $4) on conflict do nothing`),
    [accountId, applicationId, subject, new Date(nowMs)],
  )
  return rowCount === 1
}

const wrongAnswer = (): Refusal =>
  new Refusal('value_invalid', 'The answer of the sign-in service does not hold, or it was used already.', {
    context: { field: 'code' },
    next: 'Begin again.',
  })

export const unlinkIdentity = peopleAct({
  name: 'people.unlink_identity',
  sentence: {
    en: 'Removes the link to the national identity',
    fr: "Retire le lien vers l'identité nationale",
  },
  actors: { person: true },
  routes: { member: 'DELETE /me/identity' },
  stepUp: true,
  answers: 204,
  input: Type.Object({}, closed),
  output: Type.Null(),
  refusals: ['not_signed_in', 'second_factor_required', 'object_not_found'],
  async perform({ client, actor, needs: { realm, mail } }) {
    const { personId } = ownPerson(actor)
    const { rowCount } = await client.query(
      realm.sql('delete from member_identities where account_id = $1'),
      [personId],
    )
    if (rowCount === 0) throw new Refusal('object_not_found', 'No identity is linked.')
    const account = await findAccount(client, realm, personId)
    if (account)
      await mail.write(client, { to: account.email, ...mailTexts.identityUnlinked()[account.language] })
    return {
      result: null,
      entry: { subject: personId, before: { national_identity: true } },
      afterCommit: () => mail.wake(),
    }
  },
})
