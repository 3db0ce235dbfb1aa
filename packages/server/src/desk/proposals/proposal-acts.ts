import { type Actor, type OperatorRole, operatorRoles } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import {
  type ActNeeds,
  actsWithNeeds,
  type Declaration,
  type ListCursors,
  listOf,
  pageInput,
  readPage,
  reasonOfOperator,
} from '../../gateway/acts/index.ts'
import type { RegisterOutbox } from '../../register/register-outbox/index.ts'
import { listOpen, proposalObject, proposalSchema } from './proposal-rows.ts'
import { declineOpen, type Reason } from './proposals.ts'

export type ProposalNeeds = ActNeeds & {
  cursors: ListCursors
  /** The declaration of the act of a proposal: the roles that may do it, and its sentence. */
  declarationOf(act: string): Declaration | undefined
  /** Seals the reason of an act whose reasons can name people. */
  reasonFor(proposal: { act: string; subject: string }, reason: string): Reason
  registerOutbox: RegisterOutbox
  /** Refuses a member of the organization. */
  requireUninvolved(client: pg.PoolClient, actor: Actor, organizationId: string): Promise<void>
}

const { act, reading } = actsWithNeeds<ProposalNeeds>()
const closed = { additionalProperties: false }
const everyRole = [...operatorRoles]
/** An auditor changes nothing. */
const actingRoles = operatorRoles.filter((role) => role !== 'auditor')

const rolesFor = (declarationOf: ProposalNeeds['declarationOf'], name: string): readonly OperatorRole[] =>
  declarationOf(name)?.actors.operator ?? []

const holdsOne = (actor: Actor, roles: readonly OperatorRole[]): boolean =>
  actor.kind === 'operator' && roles.some((role) => actor.roles.includes(role))

/** The sentence of an act in each language; null: the desk has no such act. */
export const sentenceSchema = Type.Union([Type.Object({ en: Type.String(), fr: Type.String() }), Type.Null()])

/** The acts of open proposals that the roles of a person permit. The list of proposals is limited after this choice. */
export const decidableActs = async (
  database: Database,
  actor: Actor,
  declarationOf: ProposalNeeds['declarationOf'],
): Promise<string[]> => {
  const { rows } = await database.query<{ act: string }>(
    `select distinct act from proposals where status = 'proposed'`,
  )
  return rows.map(({ act: name }) => name).filter((name) => holdsOne(actor, rolesFor(declarationOf, name)))
}

export const listProposals = reading({
  name: 'proposals.list',
  sentence: {
    en: 'Lists the proposals that wait for a second person',
    fr: 'Liste les propositions qui attendent une seconde personne',
  },
  actors: { operator: everyRole },
  routes: { operator: 'GET /proposals' },
  input: Type.Object(pageInput, closed),
  output: listOf(Type.Object({ ...proposalSchema.properties, sentence: sentenceSchema })),
  refusals: ['value_invalid'],
  async read({ pool, actor, input, nowMs, needs: { declarationOf, cursors } }) {
    const acts = holdsOne(actor, ['auditor']) ? null : await decidableActs(pool, actor, declarationOf)
    return readPage(
      { name: 'open proposals', actor, input, cursors },
      {
        rows: (after, limit) => listOpen(pool, { acts, nowMs, after, limit }),
        positionOf: (row) => [row.proposed_at.getTime(), row.proposal_id],
        itemOf: (row) => ({ ...proposalObject(row), sentence: declarationOf(row.act)?.sentence ?? null }),
      },
    )
  },
  // The proposal of a recovery names the member of an organization.
  entry: ({ data }) => ({ subject: 'proposals', after: { proposals: data.map(({ id }) => id) } }),
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
  // An act on the register may execute the proposal at the same time.
  place: ({ registerOutbox }) => registerOutbox.turn,
  async perform({
    client,
    actor,
    input: { id, reason },
    nowMs,
    needs: { declarationOf, reasonFor, requireUninvolved },
  }) {
    const row = await declineOpen(client, id, {
      ...{ actor, nowMs, reasonOf: (one) => reasonFor(one, reason) },
      mayDecline: ({ act: name }) => holdsOne(actor, rolesFor(declarationOf, name)),
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
