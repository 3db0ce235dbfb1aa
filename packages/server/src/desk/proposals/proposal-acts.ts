import { type Actor, type OperatorRole, operatorRoles, type Permission } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { type ActNeeds, actsWithNeeds, reasonOfOperator } from '../../gateway/acts/index.ts'
import { type Database, listOpen, proposalObject, proposalSchema } from './proposal-rows.ts'
import { declineOpen, type Reason } from './proposals.ts'

export type ProposalNeeds = ActNeeds & {
  /** The roles that may do the act of a proposal. */
  permissionOf(act: string): Permission | undefined
  /** Seals the reason of an act whose reasons can name people. */
  reasonFor(proposal: { act: string; subject: string }, reason: string): Reason
  /** Refuses a member of the organization. */
  requireUninvolved(client: pg.PoolClient, actor: Actor, organizationId: string): Promise<void>
}

const { act, reading } = actsWithNeeds<ProposalNeeds>()
const closed = { additionalProperties: false }
const everyRole = [...operatorRoles]
/** An auditor changes nothing. */
const actingRoles = operatorRoles.filter((role) => role !== 'auditor')
const maxListed = 500

const rolesFor = (permissionOf: ProposalNeeds['permissionOf'], name: string): readonly OperatorRole[] =>
  permissionOf(name)?.operator ?? []

const holdsOne = (actor: Actor, roles: readonly OperatorRole[]): boolean =>
  actor.kind === 'operator' && roles.some((role) => actor.roles.includes(role))

/** The acts of open proposals that the roles of a person permit. The list of proposals is limited after this choice. */
export const decidableActs = async (
  database: Database,
  actor: Actor,
  permissionOf: ProposalNeeds['permissionOf'],
): Promise<string[]> => {
  const { rows } = await database.query<{ act: string }>(
    `select distinct act from proposals where status = 'proposed'`,
  )
  return rows.map(({ act: name }) => name).filter((name) => holdsOne(actor, rolesFor(permissionOf, name)))
}

export const listProposals = reading({
  name: 'proposals.list',
  sentence: {
    en: 'Lists the proposals that wait for a second person',
    fr: 'Liste les propositions qui attendent une seconde personne',
  },
  actors: { operator: everyRole },
  routes: { operator: 'GET /proposals' },
  input: Type.Object({}, closed),
  output: Type.Object({ object: Type.Literal('list'), data: Type.Array(proposalSchema) }),
  async read({ pool, actor, nowMs, needs: { permissionOf } }) {
    const acts = holdsOne(actor, ['auditor']) ? null : await decidableActs(pool, actor, permissionOf)
    const rows = await listOpen(pool, { acts, nowMs, limit: maxListed })
    return { object: 'list' as const, data: rows.map(proposalObject) }
  },
})

export const declineProposal = act({
  name: 'proposals.decline',
  sentence: { en: 'Declines a proposal', fr: 'Décline une proposition' },
  actors: { operator: actingRoles },
  routes: { operator: 'POST /proposals/{id}/decline' },
  input: Type.Object(
    {
      id: Type.String({ minLength: 1, maxLength: 60 }),
      reason: reasonOfOperator,
    },
    closed,
  ),
  output: proposalSchema,
  refusals: ['object_not_found', 'state_conflict', 'not_permitted'],
  async perform({
    client,
    actor,
    input: { id, reason },
    nowMs,
    needs: { permissionOf, reasonFor, requireUninvolved },
  }) {
    const row = await declineOpen(client, id, {
      ...{ actor, nowMs, reasonOf: (one) => reasonFor(one, reason) },
      mayDecline: ({ act: name }) => holdsOne(actor, rolesFor(permissionOf, name)),
    })
    const { act: declined, subject, organization_id: organizationId, proposed_by } = row
    // The refusal rolls the decline back.
    if (organizationId !== null) await requireUninvolved(client, actor, organizationId)
    return {
      result: proposalObject(row),
      entry: { subject, organizationId, after: { declined, proposed_by, reason: row.decided_reason } },
    }
  },
})

/** The acts and readings of proposals. */
export const proposalActs = [listProposals, declineProposal] as const
