import { type ServiceName, serviceNames } from '@nani/contract'
import { review } from '@nani/contract/console'
import { type Actor, actorId, Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { endProposalAbout, proposeOrExecute, stepToTakeBack } from '../../desk/proposals/index.ts'
import {
  type ActNeeds,
  agreedProposal,
  countedRefusal,
  inHomeBefore,
  reasonOfOperator,
} from '../../gateway/acts/index.ts'
import {
  approveApplication,
  holdStatusInHome,
  requireUninvolvedInHome,
  writeProductionStatus,
} from '../organizations/index.ts'
import { requireApprovable } from './approvable.ts'
import type { Covered } from './dossier.ts'
import { type ReviewNeeds, reviewAct, reviewReading } from './needs.ts'
import { lockReview, missingReview, type ReviewRow, reviewObject, writeMessage } from './review-rows.ts'

const closed = { additionalProperties: false }
const reviewers = { operator: ['reviewer', 'supervisor'] } as const
const id = Type.String({ minLength: 1, maxLength: 60 })

/** A review of any application. A draft is missing for reviewers. */
export const findReview = async (
  database: Pick<pg.ClientBase, 'query'>,
  reviewId: string,
): Promise<ReviewRow> => {
  const { rows } = await database.query<ReviewRow>(
    'select *, application_id from production_reviews where review_id = $1 and status is not null',
    [reviewId],
  )
  if (!rows[0]) throw missingReview()
  return rows[0]
}

/** The whole dossier. Its reading is recorded, because its texts are sealed. */
export const showReview = reviewReading({
  name: 'reviews.show',
  sentence: {
    en: 'Reads the dossier of a production review',
    fr: "Lit le dossier d'un examen de production",
  },
  actors: { operator: ['reviewer', 'auditor', 'supervisor'] },
  input: Type.Object({ id }, closed),
  output: review,
  refusals: ['object_not_found'],
  read: async ({ pool, input, needs: { dossierVault } }) =>
    reviewObject(pool, await findReview(pool, input.id), dossierVault),
  entry: ({ id: subject }) => ({ subject }),
})

export const decisions = ['approve', 'request_changes', 'reject'] as const
const input = Type.Object(
  {
    id,
    decision: Type.Enum([...decisions]),
    /** The approved services. Absent: those of the review. */
    services: Type.Optional(Type.Array(Type.Enum([...serviceNames]), { minItems: 1, uniqueItems: true })),
    reason: Type.Optional(reasonOfOperator),
    ...agreedProposal,
  },
  closed,
)
type Decision = Type.Static<typeof input>

/** Of an enhanced review, one reviewer proposes the approval, and another one decides. */
export const decideReview = reviewAct({
  name: 'reviews.decide',
  sentence: { en: 'Decides a production review', fr: 'Décide un examen de production' },
  actors: reviewers,
  secondPerson: true,
  input,
  output: Type.Object({ status: Type.Enum(['proposed', 'decided']), review }),
  refusals: [
    ...(['object_not_found', 'state_conflict', 'reason_required', 'value_invalid'] as const),
    ...(['second_person_required', 'second_account_required', 'not_permitted'] as const),
    'changed_meanwhile',
  ],
  async perform({ client, actor, input: decision, needs, nowMs }) {
    const row = await lockForDecision(client, decision.id, actor, needs)
    const services = approvedServices(row, decision)
    const made = { ...decision, services, scopes: row.scopes, purposes: row.purposes }
    const needsTwo = decision.decision === 'approve' && row.enhanced
    if (!needsTwo && typeof decision.proposal_id === 'string')
      throw new Refusal('value_invalid', 'The decision needs one person, and no proposal.', {
        context: { field: 'proposal_id' },
      })
    const first = needsTwo ? await proposal(client, row, made, { actor, nowMs, needs }) : null
    if (first !== null && 'refusal' in first)
      return countedRefusal(first.refusal, { entry: { subject: row.review_id, after: { step: 'changed' } } })
    if (first?.isProposed) {
      const after = await writeInReview(client, row)
      await followStatus(client, { before: row, after }, needs)
      return {
        result: {
          status: 'proposed' as const,
          review: await reviewObject(client, after, needs.dossierVault),
        },
        entry: entryOf(row, after, { proposed: true, services, reason: decision.reason ?? null }),
      }
    }
    return {
      result: {
        status: 'decided' as const,
        review: await reviewObject(
          client,
          await carryOut(client, row, made, { actor, nowMs, needs }),
          needs.dossierVault,
        ),
      },
      entry: entryOf(
        row,
        { status: statusOf[decision.decision] },
        {
          ...{ proposed: false, services, reason: decision.reason ?? null },
        },
      ),
    }
  },
})

/** The name under which a proposal of a decision is kept, by whatever surface it was made. */
export const decisionAct: string = decideReview.declaration.name

type Ending = Parameters<typeof endProposalAbout>[2]

/** Ends the open proposal about a review. Home has the proposals. */
export const endProposal = (
  needs: Pick<ActNeeds, 'cell'>,
  client: pg.PoolClient,
  { review_id: subject }: Pick<ReviewRow, 'review_id'>,
  ending: Ending,
): Promise<string | null> =>
  inHomeBefore(
    needs,
    client,
    stepToTakeBack({ act: decisionAct, subject }, (home) =>
      endProposalAbout(home, { act: decisionAct, subject }, ending),
    ),
  )

/**
 * A message is not part of what the first reviewer read: it ends a proposal to approve. It ends no proposal to reject, so that an
 * organization cannot keep its review open.
 */
export const endApproval = (
  needs: Pick<ActNeeds, 'cell'>,
  client: pg.PoolClient,
  row: ReviewRow,
  nowMs: number,
): Promise<string | null> =>
  endProposal(needs, client, row, { nowMs, mayEnd: ({ content }) => content.decision === 'approve' })

/** A review that is decided, locked, with the status of its organization. A member of the organization decides nothing about it. */
export const lockForDecision = async (
  client: pg.PoolClient,
  id: string,
  actor: Actor,
  needs: Pick<ReviewNeeds, 'cell'>,
): Promise<ReviewRow> => {
  const { application_id, organization_id } = await findReview(client, id)
  await holdStatusInHome(needs, client, organization_id)
  const row = await lockReview(client, { application_id, organization_id, id })
  await requireUninvolvedInHome(needs, client, actor, organization_id)
  if (row.status !== 'submitted' && row.status !== 'in_review')
    throw new Refusal('state_conflict', `The review is ${row.status}. There is nothing to decide.`)
  return row
}

const proposal = async (
  client: pg.PoolClient,
  row: ReviewRow,
  { services, scopes, purposes, reason = '', proposal_id: proposalId }: Made & Pick<Decision, 'proposal_id'>,
  { actor, nowMs, needs }: Deciding,
): Promise<{ isProposed: boolean } | { refusal: Refusal }> => {
  const proposed = {
    ...{ act: decisionAct, subject: row.review_id, organizationId: row.organization_id },
    ...{
      version: row.version,
      content: { decision: 'approve', services, scopes, purposes },
    },
    ...{ reason, proposalId },
  }
  const acting = { actor, nowMs, newId: needs.newId, rules: needs.rules }
  // What refuses the approval refuses it before the step, which is committed on its own there.
  if (needs.cell) await requireApprovable(client, row, needs)
  const step = await inHomeBefore(
    needs,
    client,
    stepToTakeBack(proposed, (home) => proposeOrExecute(home, proposed, acting)),
  )
  // In a cell the proposal may be there without the rest of its act, if the process ended in between.
  if (step.step === 'proposed' && !step.isNew && !needs.cell)
    throw new Refusal(
      'second_person_required',
      'Another reviewer must decide than the one who proposed the approval.',
      { context: { subject: row.review_id } },
    )
  return step.step === 'changed' ? { refusal: step.refusal } : { isProposed: step.step === 'proposed' }
}

export const entryOf = (
  row: ReviewRow,
  { status }: Pick<ReviewRow, 'status'>,
  after: Record<string, unknown>,
) => ({
  subject: row.review_id,
  organizationId: row.organization_id,
  before: { status: row.status },
  after: { status, ...after },
})

const approvedServices = (row: ReviewRow, { decision, services, reason }: Decision): ServiceName[] => {
  if (decision !== 'approve' && reason === undefined)
    throw new Refusal('reason_required', 'The organization needs the reason of the decision.')
  const chosen = services ?? row.services
  requireCovered(row, 'services', chosen)
  return chosen
}

/** An approval names nothing that the organization did not ask for. */
export const requireCovered = (
  row: ReviewRow,
  field: 'services' | 'scopes' | 'purposes',
  chosen: readonly string[],
): void => {
  const foreign = chosen.find((one) => !(row[field] as readonly string[]).includes(one))
  if (foreign !== undefined)
    throw new Refusal('value_invalid', `The review does not cover ${foreign}.`, { context: { field } })
}

/** A reviewer has the review now. Its version stays, because nothing that was submitted changes. */
export const writeInReview = async (
  client: pg.PoolClient,
  row: ReviewRow,
  claimedBy: string | null = null,
) => {
  const { rows } = await client.query<ReviewRow>(
    `update production_reviews set status = 'in_review', claimed_by = coalesce($3, claimed_by)
     where application_id = $1 and review_id = $2 returning *`,
    [row.application_id, row.review_id, claimedBy],
  )
  return rows[0] as ReviewRow
}

/** The status of the application follows its review, with the event, in the same transaction. */
export const followStatus = async (
  client: pg.PoolClient,
  { before, after }: { before: ReviewRow; after: ReviewRow },
  needs: ReviewNeeds,
): Promise<void> => {
  if (after.status === null || after.status === before.status) return
  const { application_id: applicationId } = before
  await writeProductionStatus(client, { applicationId, status: after.status }, needs)
}

const statusOf = { approve: 'approved', request_changes: 'changes_requested', reject: 'rejected' } as const
export type Made = Covered & { decision: (typeof decisions)[number]; reason?: string }
type Deciding = { actor: Actor; nowMs: number; needs: ReviewNeeds }

/** Writes a decision with its reason, its status and its event. */
export const carryOut = async (
  client: pg.PoolClient,
  row: ReviewRow,
  { decision, reason, services, scopes, purposes }: Made,
  { actor, nowMs, needs }: Deciding,
): Promise<ReviewRow> => {
  const status = statusOf[decision]
  const isApproved = decision === 'approve'
  if (isApproved) await requireApprovable(client, row, needs)
  const { rows } = await client.query<ReviewRow>(
    `update production_reviews set status = $3, reason = $4, decided_by = $5, version = version + 1,
       decided_at = case when $3 <> 'changes_requested' then $6::timestamptz end, services = $7, scopes = $8,
       purposes = $9
     where application_id = $1 and review_id = $2 returning *`,
    [
      ...[row.application_id, row.review_id, status, reason ?? null, actorId(actor), new Date(nowMs)],
      ...(isApproved ? [services, scopes, purposes] : [row.services, row.scopes, row.purposes]),
    ],
  )
  const after = rows[0] as ReviewRow
  // A proposal that was carried out is not open any more.
  await endProposal(needs, client, row, { nowMs })
  if (reason !== undefined)
    await writeMessage(client, { row, side: 'reviewer', author: actorId(actor), text: reason, nowMs }, needs)
  if (isApproved)
    await approveApplication(
      client,
      { applicationId: row.application_id, approval: { services, scopes, purposes } },
      needs,
    )
  else await followStatus(client, { before: row, after }, needs)
  return after
}
