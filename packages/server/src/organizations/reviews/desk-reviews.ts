import { purposes, scopes, serviceNames } from '@nani/contract'
import { newReviewMessage, productionStatuses, review, reviewAnswers } from '@nani/contract/console'
import { actorId, OperatorError, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { decideOpen, findOpen, proposalSchema, proposeAct, readProposal } from '../../desk/proposals/index.ts'
import { countedRefusal, listOf, pageInput, readPage } from '../../gateway/acts/index.ts'
import { requireUninvolved } from '../organizations/index.ts'
import {
  carryOut,
  decisionAct,
  entryOf,
  findReview,
  followStatus,
  lockForDecision,
  type Made,
  requireCovered,
  writeInReview,
} from './decide-review.ts'
import { reviewAct, reviewReading } from './needs.ts'
import { answersOf, lockReview, type ReviewRow, reviewObject, writeMessage } from './review-rows.ts'
import { requireUndecided } from './submit-review.ts'

const closed = { additionalProperties: false }
const id = Type.String({ minLength: 1, maxLength: 60 })
const reason = Type.String({ minLength: 1, maxLength: 2_000, pattern: '^[^\\u0000]*\\S[^\\u0000]*$' })
const textOrNull = Type.Union([Type.String(), Type.Null()])
const readers = { operator: ['reviewer', 'auditor', 'supervisor'] } as const
const reviewers = { operator: ['reviewer', 'supervisor'] } as const

/** A review of a list. Its texts are read one at a time. */
export const listedReview = Type.Object({
  object: Type.Literal('review'),
  id: Type.String(),
  application_id: Type.String(),
  organization_id: Type.String(),
  organization: Type.String(),
  name: Type.String(),
  status: Type.Enum([...productionStatuses]),
  enhanced: Type.Boolean(),
  claimed_by: textOrNull,
  submitted_at: textOrNull,
})

type ListedRow = ReviewRow & { organization: string; claimed_by: string | null }

export const listReviewsForDesk = reviewReading({
  name: 'reviews.list_for_desk',
  sentence: { en: 'Lists production reviews in pages', fr: 'Liste les examens de production par pages' },
  actors: readers,
  routes: { operator: 'GET /reviews' },
  input: Type.Object({ status: Type.Optional(Type.Enum([...productionStatuses])), ...pageInput }, closed),
  output: listOf(listedReview),
  refusals: ['value_invalid'],
  read: ({ pool, actor, input, needs: { cursors } }) =>
    readPage(
      { name: 'desk-reviews', actor, input, cursors },
      {
        async rows(after, limit) {
          const { rows } = await pool.query<ListedRow>(
            `select r.review_id, r.application_id, r.organization_id, o.name as organization, r.name, r.status,
               r.enhanced, r.claimed_by, r.submitted_at
             from production_reviews r join organizations o using (organization_id)
             where r.status is not null and ($1::text is null or r.status = $1)
               and ($2::timestamptz is null or (coalesce(r.submitted_at, r.created_at), r.review_id) > ($2, $3))
             order by coalesce(r.submitted_at, r.created_at), r.review_id limit $4`,
            [input.status ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
          )
          return rows
        },
        positionOf: ({ submitted_at, created_at, review_id }) => [
          (submitted_at ?? created_at).toISOString(),
          review_id,
        ],
        itemOf: (row) => ({
          ...{ object: 'review' as const, id: row.review_id, application_id: row.application_id },
          ...{ organization_id: row.organization_id, organization: row.organization, name: row.name },
          status: row.status as (typeof productionStatuses)[number],
          ...{ enhanced: row.enhanced, claimed_by: row.claimed_by },
          submitted_at: row.submitted_at && rfc3339(row.submitted_at.getTime()),
        }),
      },
    ),
})

const shownReview = Type.Object({
  ...review.properties,
  organization_id: Type.String(),
  organization: Type.String(),
  claimed_by: textOrNull,
  proposal: Type.Union([proposalSchema, Type.Null()]),
})

const shown = async (
  database: Pick<pg.ClientBase, 'query'>,
  row: ReviewRow,
  { nowMs, needs }: { nowMs: number; needs: { dossierVault: Parameters<typeof reviewObject>[2] } },
): Promise<Type.Static<typeof shownReview>> => {
  const { rows } = await database.query<{ name: string; claimed_by: string | null }>(
    `select o.name, r.claimed_by from organizations o join production_reviews r using (organization_id)
     where r.application_id = $1 and r.review_id = $2`,
    [row.application_id, row.review_id],
  )
  return {
    ...(await reviewObject(database, row, needs.dossierVault)),
    organization_id: row.organization_id,
    organization: rows[0]?.name ?? '',
    claimed_by: rows[0]?.claimed_by ?? null,
    proposal: await findOpen(database, { act: decisionAct, subject: row.review_id }, nowMs),
  }
}

export const readReviewForDesk = reviewReading({
  name: 'reviews.read_for_desk',
  sentence: { en: 'Reads a dossier with its proposal', fr: 'Lit un dossier avec sa proposition' },
  actors: readers,
  routes: { operator: 'GET /reviews/{id}' },
  input: Type.Object({ id }, closed),
  output: shownReview,
  refusals: ['object_not_found'],
  read: async ({ pool, input, nowMs, needs }) =>
    shown(pool, await findReview(pool, input.id), { nowMs, needs }),
  entry: ({ id: subject, organization_id: organizationId }) => ({ subject, organizationId }),
})

const changedList = Type.Object({ added: Type.Array(Type.String()), removed: Type.Array(Type.String()) })

/** The dossier against the last one that was approved for the application. */
export const readReviewDifference = reviewReading({
  name: 'reviews.difference',
  sentence: {
    en: 'Compares a dossier with the last approved one',
    fr: 'Compare un dossier avec le dernier approuvé',
  },
  actors: readers,
  routes: { operator: 'GET /reviews/{id}/difference' },
  input: Type.Object({ id }, closed),
  output: Type.Object({
    object: Type.Literal('review_difference'),
    id: Type.String(),
    /** Null: nothing was approved before, so that everything is new. */
    against: textOrNull,
    services: changedList,
    scopes: changedList,
    purposes: changedList,
    name: Type.Object({ before: textOrNull, after: Type.String() }),
    answers: Type.Array(
      Type.Object({ answer: Type.Enum([...reviewAnswers]), before: textOrNull, after: textOrNull }),
    ),
  }),
  refusals: ['object_not_found'],
  async read({ pool, input, needs: { dossierVault } }) {
    const row = await findReview(pool, input.id)
    const { rows } = await pool.query<ReviewRow>(
      `select * from production_reviews
       where application_id = $1 and review_id <> $2 and status = 'approved' and decided_at <= coalesce($3, now())
       order by decided_at desc limit 1`,
      [row.application_id, row.review_id, row.decided_at],
    )
    const [before] = rows
    const [own, earlier] = [answersOf(row, dossierVault), before ? answersOf(before, dossierVault) : {}]
    const difference = (field: 'services' | 'scopes' | 'purposes') => {
      const [now, then] = [row[field] as string[], (before?.[field] ?? []) as string[]]
      return {
        added: now.filter((one) => !then.includes(one)),
        removed: then.filter((one) => !now.includes(one)),
      }
    }
    return {
      ...{ object: 'review_difference' as const, id: row.review_id, against: before?.review_id ?? null },
      ...{ services: difference('services'), scopes: difference('scopes'), purposes: difference('purposes') },
      name: { before: before?.name ?? null, after: row.name },
      answers: reviewAnswers
        .filter((answer) => own[answer] !== earlier[answer])
        .map((answer) => ({ answer, before: earlier[answer] ?? null, after: own[answer] ?? null })),
    }
  },
  entry: ({ id: subject }) => ({ subject }),
})

export const claimReview = reviewAct({
  name: 'reviews.claim',
  sentence: { en: 'Takes a production review', fr: 'Prend un examen de production' },
  actors: reviewers,
  routes: { operator: 'POST /reviews/{id}/claim' },
  input: Type.Object({ id }, closed),
  output: shownReview,
  refusals: ['object_not_found', 'state_conflict', 'not_permitted'],
  async perform({ client, actor, input, needs, nowMs }) {
    const row = await lockForDecision(client, input.id, actor)
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
    await requireUninvolved(client, actor, organization_id)
    await writeMessage(client, { row, side: 'reviewer', author: actorId(actor), text, nowMs }, needs)
    return { result: await shown(client, row, { nowMs, needs }), entry: entryOf(row, row, { message: true }) }
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
    const row = await lockForDecision(client, input.id, actor)
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
    const row = await lockForDecision(client, input.id, actor)
    const content = {
      decision: input.decision,
      services: input.services ?? row.services,
      scopes: input.scopes ?? row.scopes,
      purposes: input.purposes ?? row.purposes,
    }
    for (const field of ['services', 'scopes', 'purposes'] as const)
      requireCovered(row, field, content[field])
    const { missing } = await reviewObject(client, row, needs.dossierVault)
    if (input.decision === 'approve' && missing.length > 0)
      throw new OperatorError('state_conflict', `The dossier is not complete: ${missing.join(', ')}.`, {
        data: { missing },
        next: 'Ask the organization for changes.',
      })
    const { review_id: subject, organization_id: organizationId, version } = row
    await proposeAct(
      client,
      { act: decisionAct, subject, organizationId, version, content, reason: input.reason },
      { actor, nowMs, newId: needs.newId, rules: needs.rules },
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
  input: Type.Object({ id, accept: Type.Boolean(), reason: Type.Optional(reason) }, closed),
  output: Type.Object({ ...shownReview.properties, decided: proposalSchema }),
  refusals: [
    ...(['object_not_found', 'state_conflict', 'not_permitted', 'changed_meanwhile'] as const),
    ...(['second_person_required', 'second_account_required'] as const),
  ],
  async perform({ client, actor, input, needs, nowMs }) {
    const row = await lockForDecision(client, input.id, actor)
    const step = await decideOpen(
      client,
      {
        ...{ act: decisionAct, subject: row.review_id, version: row.version, accept: input.accept },
        reason: input.reason ?? null,
        needsSecond: ({ content }) => row.enhanced && content.decision === 'approve',
      },
      { actor, nowMs, newId: needs.newId, rules: needs.rules },
    )
    if (step.step === 'changed')
      return countedRefusal(step.refusal, { entry: entryOf(row, row, { step: 'changed' }) })
    const { proposal } = step
    const made = { ...(proposal.content as unknown as Made), reason: proposal.reason }
    const after = step.step === 'execute' ? await carryOut(client, row, made, { actor, nowMs, needs }) : row
    return {
      result: {
        ...(await shown(client, after, { nowMs, needs })),
        decided: await readProposal(client, proposal.proposal_id),
      },
      entry: entryOf(row, after, {
        ...{ accept: input.accept, ...proposal.content, proposed_by: proposal.proposed_by },
        reason: input.reason ?? null,
      }),
    }
  },
})
