import { member, memberRecovery, organizationId } from '@nani/contract/console'
import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { endSessionsOf, lockAccount, removeFactors } from '../../people/index.ts'
import {
  findMember,
  type MemberRow,
  membershipsOf,
  membersWithNames,
  requireGrantable,
} from './member-rows.ts'
import { personId } from './members.ts'
import { membershipAct } from './needs.ts'
import { lockOrganization, memberOf } from './organization-rows.ts'

const closed = { additionalProperties: false }

type Named = { organization_id: string; id: string }

/** Another member of the organization, whose roles the acting one may take. The organization is locked. */
const otherMember = async (
  client: pg.PoolClient,
  actingId: string,
  { organization_id, id }: Named,
): Promise<MemberRow> => {
  await lockOrganization(client, organization_id)
  const acting = await findMember(client, organization_id, actingId)
  const row = await findMember(client, organization_id, id)
  if (id === actingId)
    throw new Refusal('not_permitted', 'Another member of the organization must do this for you.')
  requireGrantable(acting.roles, row.roles)
  return row
}

/** Ends every session of a member, for example after a device was stolen. Sessions are rows, so that it counts at once. */
export const endMemberSessions = membershipAct({
  name: 'members.end_sessions',
  sentence: { en: 'Ends the sessions of a member', fr: "Termine les sessions d'un membre" },
  actors: { member: ['owner', 'administrator'] },
  routes: { member: 'DELETE /organizations/{organization_id}/members/{id}/sessions' },
  stepUp: true,
  answers: 204,
  input: Type.Object({ organization_id: organizationId, id: personId }, closed),
  output: Type.Null(),
  refusals: ['object_not_found', 'not_permitted'],
  async perform({ client, actor, input, needs: { realm } }) {
    await otherMember(client, memberOf(actor).personId, input)
    const ended = await endSessionsOf(client, realm, input.id)
    return { result: null, entry: { subject: input.id, before: { sessions: ended } } }
  },
})

/**
 * Removes the second factors of a member who lost them. An Owner does it for people of this organization alone: otherwise an
 * invitation would be a way to weaken the account of a person in another organization. Two operators do it for the others.
 */
export const recoverMember = membershipAct({
  name: 'members.recover_second_factor',
  sentence: {
    en: 'Removes the lost second factor of a member',
    fr: "Retire le second facteur perdu d'un membre",
  },
  actors: { member: ['owner'] },
  routes: { member: 'POST /organizations/{organization_id}/members/{id}/second-factor-recovery' },
  stepUp: true,
  input: Type.Object({ organization_id: organizationId, id: personId, ...memberRecovery.properties }, closed),
  output: member,
  refusals: ['value_invalid', 'object_not_found', 'not_permitted', 'state_conflict'],
  async perform({ client, actor, input: { reason, ...named }, needs }) {
    const row = await otherMember(client, memberOf(actor).personId, named)
    await lockAccount(client, needs.realm, named.id)
    if ((await membershipsOf(client, named.id)).length > 1)
      throw new Refusal('state_conflict', 'The person is a member of another organization too.', {
        next: 'Ask the operators of Nani to remove the second factor.',
      })
    await removeFactors(client, named.id, needs)
    const [result] = await membersWithNames(client, needs.realm, [row])
    if (!result) throw new Error('the member has no row')
    return {
      result,
      entry: { subject: named.id, after: { second_factor: 'removed', reason } },
      afterCommit: () => needs.mail.wake(),
    }
  },
})
