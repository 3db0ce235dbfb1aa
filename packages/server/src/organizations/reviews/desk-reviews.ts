import { purposes, scopes, serviceNames } from '@nani/contract'
import { newReviewMessage } from '@nani/contract/console'
import { actorId } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import {
  decideOpen,
  findOpen,
  proposalSchema,
  proposeAct,
  readProposal,
  stepToTakeBack,
} from '../../desk/proposals/index.ts'
import {
  agreedProposal,
  countedRefusal,
  homeIn,
  inHomeBefore,
  reasonOfOperator as reason,
} from '../../gateway/acts/index.ts'
import { inHome } from '../../register/register-outbox/index.ts'
import { requireUninvolvedInHome } from '../organizations/index.ts'
import { requireApprovable } from './approvable.ts'
import {
  carryOut,
  decisionAct,
  endApproval,
  entryOf,
  findReview,
  followStatus,
  lockForDecision,
  type Made,
  requireCovered,
  writeInReview,
} from './decide-review.ts'
import { shown, shownReview } from './desk-readings.ts'
import { reviewAct } from './needs.ts'
import { lockReview, writeMessage } from './review-rows.ts'
import { requireUndecided } from './submit-review.ts'

const closed = { additionalProperties: false }
const id = Type.String({ minLength: 1, maxLength: 60 })
const reviewers = { operator: ['reviewer', 'supervisor'] } as const

export const claimReview = reviewAct({
  name: 'reviews.claim',
  sentence: { en: 'Takes a production review', fr: 'Prend un examen de production' },
  actors: reviewers,
  routes: { operator: 'POST /reviews/{id}/claim' },
  input: Type.Object({ id }, closed),
  output: shownReview,
  refusals: ['object_not_found', 'state_conflict', 'not_permitted'],
  async perform({ client, actor, input, needs, nowMs }) {
    const row = await lockForDecision(client, input.id, actor, needs)
    const after = await writeInReview(client, row, actorId(actor))
    await followStatus(client, { before: row, after }, needs)
    return {
      result: await shown(client, after, { nowMs, needs }),
      entry: entryOf(row, after, { claimed_by: actorId(actor) }),
    }
  },
})

export const writeReviewMessage = reviewAct({
  name: 'reviews.write_to_organization',
  sentence: { en: 'Writes to the organization', fr: "Écrit à l'organisation" },
  actors: reviewers,
  routes: { operator: 'POST /reviews/{id}/messages' },
  answers: 201,
  input: Type.Object({ id, ...newReviewMessage.properties }, closed),
  output: shownReview,
  refusals: ['object_not_found', 'state_conflict', 'not_permitted'],
  async perform({ client, actor, input: { id: reviewId, text }, needs, nowMs }) {
    const { application_id, organization_id } = await findReview(client, reviewId)
    const row = await lockReview(client, { application_id, organization_id, id: reviewId })
    requireUndecided(row)
    await requireUninvolvedInHome(needs, client, actor, organization_id)
    const ended = await endApproval(needs, client, row, nowMs)
    await writeMessage(client, { row, side: 'reviewer', author: actorId(actor), text, nowMs }, needs)
    return {
      result: await shown(client, row, { nowMs, needs }),
      entry: entryOf(row, row, { message: true, ...(ended !== null && { ended }) }),
    }
  },
})

export const requestReviewChanges = reviewAct({
  name: 'reviews.request_changes',
  sentence: { en: 'Asks the organization for changes', fr: 'Demande des changements à l’organisation' },
  actors: reviewers,
  routes: { operator: 'POST /reviews/{id}/request-changes' },
  input: Type.Object({ id, reason }, closed),
  output: shownReview,
  refusals: ['object_not_found', 'state_conflict', 'not_permitted'],
  async perform({ client, actor, input, needs, nowMs }) {
    const row = await lockForDecision(client, input.id, actor, needs)
    const { services, scopes: asked, purposes: named } = row
    const made: Made = {
      ...{ decision: 'request_changes', reason: input.reason, services, scopes: asked, purposes: named },
    }
    const after = await carryOut(client, row, made, { actor, nowMs, needs })
    return {
      result: await shown(client, after, { nowMs, needs }),
      entry: entryOf(row, after, { reason: input.reason }),
    }
  },
})

/** Proposes a decision. Services, scopes and purposes are those of the dossier, where none are named. */
export const proposeReview = reviewAct({
  name: 'reviews.propose',
  sentence: { en: 'Proposes a decision about a review', fr: 'Propose une décision sur un examen' },
  actors: reviewers,
  routes: { operator: 'POST /reviews/{id}/propose' },
  secondPerson: true,
  input: Type.Object(
    {
      id,
      decision: Type.Enum(['approve', 'reject']),
      services: Type.Optional(Type.Array(Type.Enum([...serviceNames]), { minItems: 1, uniqueItems: true })),
      purposes: Type.Optional(Type.Array(Type.Enum([...purposes]), { uniqueItems: true })),
      scopes: Type.Optional(Type.Array(Type.Enum([...scopes]), { uniqueItems: true })),
      reason,
    },
    closed,
  ),
  output: shownReview,
  refusals: ['object_not_found', 'state_conflict', 'value_invalid', 'not_permitted'],
  async perform({ client, actor, input, needs, nowMs }) {
    const row = await lockForDecision(client, input.id, actor, needs)
    const content = {
      decision: input.decision,
      services: input.services ?? row.services,
      scopes: input.scopes ?? row.scopes,
      purposes: input.purposes ?? row.purposes,
    }
    for (const field of ['services', 'scopes', 'purposes'] as const)
      requireCovered(row, field, content[field])
    if (input.decision === 'approve') await requireApprovable(client, row, needs)
    const { review_id: subject, organization_id: organizationId } = row
    const { version } = row
    const proposed = { act: decisionAct, subject, organizationId, version, content, reason: input.reason }
    const acting = {
      actor,
      nowMs,
      newId: needs.newId,
      rules: needs.rules,
      isInCell: needs.cell !== undefined,
    }
    await inHomeBefore(
      needs,
      client,
      stepToTakeBack(proposed, (home) => proposeAct(home, proposed, acting)),
    )
    const after = await writeInReview(client, row)
    await followStatus(client, { before: row, after }, needs)
    return {
      result: await shown(client, after, { nowMs, needs }),
      entry: entryOf(row, after, { proposed: true, ...content, reason: input.reason }),
    }
  },
})

/** Accepts or declines exactly what was proposed. The approval of an enhanced review needs another reviewer. */
export const decideProposedReview = reviewAct({
  name: 'reviews.decide_proposal',
  sentence: { en: 'Decides a proposal about a review', fr: 'Tranche une proposition sur un examen' },
  actors: reviewers,
  routes: { operator: 'POST /reviews/{id}/decide' },
  secondPerson: true,
  input: Type.Object(
    { id, accept: Type.Boolean(), reason: Type.Optional(reason), ...agreedProposal },
    closed,
  ),
  output: Type.Object({ ...shownReview.properties, decided: proposalSchema }),
  refusals: [
    ...(['object_not_found', 'state_conflict', 'not_permitted', 'changed_meanwhile'] as const),
    ...(['second_person_required', 'second_account_required'] as const),
  ],
  async perform({ client, actor, input, needs, nowMs }) {
    const row = await lockForDecision(client, input.id, actor, needs)
    const about = { act: decisionAct, subject: row.review_id }
    const { version } = row
    if (needs.cell && input.accept) {
      // What refuses the approval refuses it before the step, which is committed on its own there.
      const open = await inHome(homeIn(needs), client, (home) => findOpen(home, about, nowMs))
      if (open?.content.decision === 'approve') await requireApprovable(client, row, needs)
    }
    const step = await inHomeBefore(
      needs,
      client,
      stepToTakeBack(about, (home) =>
        decideOpen(
          home,
          {
            ...{ ...about, version, accept: input.accept },
            ...{ reason: input.reason ?? null, proposalId: input.proposal_id },
            needsSecond: ({ content }) => row.enhanced && content.decision === 'approve',
          },
          { actor, nowMs, newId: needs.newId, rules: needs.rules },
        ),
      ),
    )
    if (step.step === 'changed')
      return countedRefusal(step.refusal, { entry: entryOf(row, row, { step: 'changed' }) })
    const { proposal } = step
    const made = { ...(proposal.content as unknown as Made), reason: proposal.reason }
    const after = step.step === 'execute' ? await carryOut(client, row, made, { actor, nowMs, needs }) : row
    return {
      result: {
        ...(await shown(client, after, { nowMs, needs })),
        decided: await inHome(homeIn(needs), client, (home) => readProposal(home, proposal.proposal_id)),
      },
      entry: entryOf(row, after, {
        ...{ accept: input.accept, ...proposal.content, proposed_by: proposal.proposed_by },
        reason: input.reason ?? null,
      }),
    }
  },
})
