import { invitation, membership, newInvitation, organizationId, tokenRequest } from '@nani/contract/console'
import { type MemberRole, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { listOf, pageInput, readPage } from '../../../gateway/acts/index.ts'
import { emailKey, findAccount, hashOf, lockAccount, newSecret } from '../../people/index.ts'
import { findMember, inOrder, requireGrantable, rolesOf } from './member-rows.ts'
import { membershipAct, membershipReading } from './needs.ts'
import { lockOrganization, memberOf, personIdOf } from './organization-rows.ts'
import { invitationText } from './texts.ts'

const closed = { additionalProperties: false }
const lifeMs = 7 * 86_400_000
const maxOpen = 100

type InvitationRow = {
  invitation_id: string
  organization_id: string
  email: string
  roles: MemberRole[]
  status: 'pending' | 'accepted' | 'revoked'
  invited_by: string
  created_at: Date
  expires_at: Date
}

const invitationOf = (row: InvitationRow, nowMs: number) => ({
  object: 'invitation' as const,
  id: row.invitation_id,
  email: row.email,
  roles: row.roles,
  status: row.status === 'pending' && row.expires_at.getTime() <= nowMs ? ('expired' as const) : row.status,
  created_at: rfc3339(row.created_at.getTime()),
  expires_at: rfc3339(row.expires_at.getTime()),
})

export const listInvitations = membershipReading({
  name: 'invitations.list',
  sentence: { en: 'Lists the invitations', fr: 'Liste les invitations' },
  actors: { member: ['owner', 'administrator'] },
  routes: { member: 'GET /organizations/{organization_id}/invitations' },
  input: Type.Object({ organization_id: organizationId, ...pageInput }, closed),
  output: listOf(invitation),
  refusals: ['value_invalid'],
  read: ({ pool, actor, input, nowMs, needs: { cursors } }) =>
    readPage(
      { name: 'invitations', actor, input, cursors },
      {
        async rows(after, limit) {
          const { rows } = await pool.query<InvitationRow>(
            `select * from organization_invitations
             where organization_id = $1 and ($2::text is null or invitation_id < $2)
             order by invitation_id desc limit $3`,
            [input.organization_id, after?.[0] ?? null, limit],
          )
          return rows
        },
        positionOf: (row) => [row.invitation_id],
        itemOf: (row) => invitationOf(row, nowMs),
      },
    ),
})

/** Sends an invitation to one address. It is valid for seven days, once, and for the account of this address only. */
export const invite = membershipAct({
  name: 'invitations.create',
  sentence: { en: 'Invites a person', fr: 'Invite une personne' },
  actors: { member: ['owner', 'administrator'] },
  routes: { member: 'POST /organizations/{organization_id}/invitations' },
  stepUp: true,
  answers: 201,
  input: Type.Object({ organization_id: organizationId, ...newInvitation.properties }, closed),
  output: invitation,
  refusals: ['value_invalid', 'state_conflict'],
  async perform({ client, actor, input, needs, nowMs }) {
    const { newId, random, mail, realm, origin } = needs
    const { organization_id } = input
    const own = memberOf(actor)
    const { name } = await lockOrganization(client, organization_id)
    const acting = await findMember(client, organization_id, own.personId)
    const roles = inOrder(input.roles)
    requireGrantable(acting.roles, roles)
    const email = emailKey(input.email)
    await requireNotInvited(client, { organization_id, email, nowMs })
    const token = newSecret(random)
    const { rows } = await client.query<InvitationRow>(
      `insert into organization_invitations
         (invitation_id, organization_id, email, roles, token_hash, invited_by, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning *`,
      [
        ...[newId('ivt'), organization_id, email, roles, hashOf(token), own.personId],
        ...[new Date(nowMs), new Date(nowMs + lifeMs)],
      ],
    )
    const inviter = await findAccount(client, realm, own.personId)
    const link = `${origin()}/invitations/accept?token=${token}`
    await mail.write(client, { to: email, ...invitationText(name, link)[inviter?.language ?? 'fr'] })
    const row = rows[0] as InvitationRow
    return {
      result: invitationOf(row, nowMs),
      entry: { subject: row.invitation_id, after: { roles } },
      afterCommit: () => mail.wake(),
    }
  },
})

type NewInvitation = { organization_id: string; email: string; nowMs: number }

/** The caller holds the lock of the organization. An invitation past its time makes place for another one. */
const requireNotInvited = async (
  client: pg.PoolClient,
  { organization_id, email, nowMs }: NewInvitation,
): Promise<void> => {
  await client.query(
    `update organization_invitations set status = 'revoked', decided_at = $3
     where organization_id = $1 and email = $2 and status = 'pending' and expires_at <= $3`,
    [organization_id, email, new Date(nowMs)],
  )
  const { rows } = await client.query<{ open: number; same: boolean | null }>(
    `select count(*)::int as open, bool_or(email = $2) as same from organization_invitations
     where organization_id = $1 and status = 'pending'`,
    [organization_id, email],
  )
  if (rows[0]?.same) throw new Refusal('state_conflict', 'An invitation of this address is open already.')
  if ((rows[0]?.open ?? 0) >= maxOpen)
    throw new Refusal('state_conflict', `The organization has ${maxOpen} open invitations.`)
}

export const revokeInvitation = membershipAct({
  name: 'invitations.revoke',
  sentence: { en: 'Withdraws an invitation', fr: 'Retire une invitation' },
  actors: { member: ['owner', 'administrator'] },
  routes: { member: 'DELETE /organizations/{organization_id}/invitations/{id}' },
  answers: 204,
  input: Type.Object({ organization_id: organizationId, id: Type.String({ minLength: 1 }) }, closed),
  output: Type.Null(),
  refusals: ['object_not_found'],
  async perform({ client, input: { organization_id, id }, nowMs }) {
    const { rows } = await client.query<{ roles: MemberRole[] }>(
      `update organization_invitations set status = 'revoked', decided_at = $3
       where organization_id = $1 and invitation_id = $2 and status = 'pending' returning roles`,
      [organization_id, id, new Date(nowMs)],
    )
    if (!rows[0]) throw new Refusal('object_not_found', 'There is no such open invitation.')
    return { result: null, entry: { subject: id, before: { roles: rows[0].roles } } }
  },
})

const ended = () => new Refusal('object_not_found', 'There is no such invitation for this account.')

/** An invitation that is unknown, used, past its time or of another address is answered alike. */
export const acceptInvitation = membershipAct({
  name: 'invitations.accept',
  sentence: { en: 'Accepts an invitation', fr: 'Accepte une invitation' },
  actors: { person: true },
  routes: { member: 'POST /invitations/accept' },
  rateLimit: { burst: 50, refillMs: 2_000 },
  input: tokenRequest,
  output: Type.Object({ object: Type.Literal('membership'), ...membership.properties }),
  refusals: ['value_invalid', 'object_not_found', 'state_conflict', 'too_many_attempts'],
  async perform({ client, actor, input: { token }, needs: { realm }, nowMs }) {
    const personId = personIdOf(actor)
    const { rows } = await client.query<{ organization_id: string }>(
      'select organization_id from organization_invitations where token_hash = $1',
      [hashOf(token)],
    )
    if (!rows[0]) throw ended()
    const organization = await lockOrganization(client, rows[0].organization_id)
    const { organization_id } = organization
    // An Owner who removes the factors of a person first counts the organizations of the person.
    const account = await lockAccount(client, realm, personId)
    const { rows: taken } = await client.query<InvitationRow>(
      `update organization_invitations set status = 'accepted', decided_at = $3
       where token_hash = $1 and status = 'pending' and expires_at > $3 and email = $2 returning *`,
      [hashOf(token), account.email, new Date(nowMs)],
    )
    const [accepted] = taken
    if (!accepted) throw ended()
    // The person who invited may have lost the right to grant these roles.
    const inviter = await rolesOf(client, organization_id, accepted.invited_by)
    if (!inviter) throw ended()
    requireGrantable(inviter, accepted.roles)
    const { rowCount } = await client.query(
      `insert into organization_members (organization_id, person_id, roles, joined_at) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [organization_id, personId, accepted.roles, new Date(nowMs)],
    )
    if (rowCount === 0) throw new Refusal('state_conflict', 'You are a member of the organization already.')
    const { name, status } = organization
    return {
      result: {
        object: 'membership' as const,
        ...{ organization_id, name, status: status as 'pending', roles: accepted.roles },
      },
      entry: {
        subject: accepted.invitation_id,
        organizationId: organization_id,
        after: { person: personId, roles: accepted.roles },
      },
    }
  },
})
