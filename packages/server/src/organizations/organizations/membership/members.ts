import { member, memberRolesChange, organizationId } from '@nani/contract/console'
import { memberRoles, Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { listOf, pageInput, readPage, requireVersion, versionInput } from '../../../gateway/acts/index.ts'
import { isFresh } from '../../people/index.ts'
import {
  changedRoles,
  findMember,
  inOrder,
  type MemberRow,
  membersWithNames,
  requireGrantable,
  requireOtherOwner,
} from './member-rows.ts'
import { membershipAct, membershipReading } from './needs.ts'
import { lockOrganization, memberOf } from './organization-rows.ts'

const closed = { additionalProperties: false }
export const personId = Type.String({
  minLength: 1,
  maxLength: 60,
  examples: ['per_01M7YS1Q44S1432YGAVSNSSJEF'],
})

export const listMembers = membershipReading({
  name: 'members.list',
  sentence: { en: 'Lists the members', fr: 'Liste les membres' },
  actors: { member: memberRoles },
  routes: { member: 'GET /organizations/{organization_id}/members' },
  input: Type.Object({ organization_id: organizationId, ...pageInput }, closed),
  output: listOf(member),
  refusals: ['value_invalid'],
  async read({ pool, actor, input, needs: { cursors, realm } }) {
    const page = await readPage(
      { name: 'members', actor, input, cursors },
      {
        async rows(after, limit) {
          const { rows } = await pool.query<MemberRow>(
            `select * from organization_members
             where organization_id = $1 and ($2::text is null or person_id > $2) order by person_id limit $3`,
            [input.organization_id, after?.[0] ?? null, limit],
          )
          return rows
        },
        positionOf: (row) => [row.person_id],
        itemOf: (row) => row,
      },
    )
    return { ...page, data: await membersWithNames(pool, realm, page.data) }
  },
})

export const changeMemberRoles = membershipAct({
  name: 'members.change_roles',
  sentence: { en: 'Changes the roles of a member', fr: "Modifie les rôles d'un membre" },
  actors: { member: ['owner', 'administrator'] },
  routes: { member: 'PATCH /organizations/{organization_id}/members/{id}' },
  stepUp: true,
  input: Type.Object(
    { organization_id: organizationId, id: personId, ...memberRolesChange.properties, version: versionInput },
    closed,
  ),
  output: member,
  refusals: ['value_invalid', 'object_not_found', 'changed_meanwhile', 'last_owner'],
  async perform({ client, actor, input: { organization_id, id, roles: given, version }, needs: { realm } }) {
    const own = memberOf(actor)
    await lockOrganization(client, organization_id)
    const before = await findMember(client, organization_id, id)
    const [current] = await membersWithNames(client, realm, [before])
    requireVersion(version, current as { version: number })
    const roles = inOrder(given)
    // The own roles as they are under the lock: another Owner may have taken them in the meantime.
    const acting = await findMember(client, organization_id, own.personId)
    requireGrantable(acting.roles, changedRoles(before.roles, roles))
    if (before.roles.includes('owner') && !roles.includes('owner'))
      await requireOtherOwner(client, organization_id, id)
    const { rows } = await client.query<MemberRow>(
      `update organization_members set roles = $3, version = version + 1
       where organization_id = $1 and person_id = $2 returning *`,
      [organization_id, id, roles],
    )
    const [result] = await membersWithNames(client, realm, rows)
    if (!result) throw new Error('the changed member has no row')
    return { result, entry: { subject: id, before: { roles: before.roles }, after: { roles } } }
  },
})

/** A member may leave without any role. Removing another member takes the roles of that member. */
export const removeMember = membershipAct({
  name: 'members.remove',
  sentence: { en: 'Removes a member, or leaves', fr: "Retire un membre, ou quitte l'organisation" },
  actors: { member: memberRoles },
  routes: { member: 'DELETE /organizations/{organization_id}/members/{id}' },
  answers: 204,
  stepUpWhen: 'another_member',
  input: Type.Object({ organization_id: organizationId, id: personId }, closed),
  output: Type.Null(),
  refusals: ['object_not_found', 'last_owner', 'second_factor_required', 'not_permitted'],
  async perform({ client, actor, input: { organization_id, id }, nowMs }) {
    const own = memberOf(actor)
    await lockOrganization(client, organization_id)
    const acting = await findMember(client, organization_id, own.personId)
    const isLeaving = id === own.personId
    if (!isLeaving && !acting.roles.some((role) => role === 'owner' || role === 'administrator'))
      throw new Refusal('not_permitted', 'Your roles do not permit to remove another member.')
    const before = await findMember(client, organization_id, id)
    if (!isLeaving) requireGrantable(acting.roles, before.roles)
    if (!isLeaving && !isFresh(own.secondFactorAtMs, nowMs))
      throw new Refusal('second_factor_required', 'The act needs a second factor of the last five minutes.')
    if (before.roles.includes('owner')) await requireOtherOwner(client, organization_id, id)
    await client.query('delete from organization_members where organization_id = $1 and person_id = $2', [
      organization_id,
      id,
    ])
    return { result: null, entry: { subject: id, before: { roles: before.roles } } }
  },
})
