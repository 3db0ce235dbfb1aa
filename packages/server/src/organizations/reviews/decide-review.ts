import { type ServiceName, serviceNames } from '@nani/contract'
import { productionStatuses, review } from '@nani/contract/console'
import { type Actor, personOf, Refusal, secondPersonFault } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { writeProductionStatus } from '../organizations/index.ts'
import { emailKey } from '../people/index.ts'
import { type ReviewNeeds, reviewAct, reviewReading } from './needs.ts'
import { lockReview, missingReview, type ReviewRow, reviewObject, writeMessage } from './review-rows.ts'

const closed = { additionalProperties: false }
const reviewers = { operator: ['reviewer'] } as const
const id = Type.String({ minLength: 1, maxLength: 60 })

/** A review of any application. A draft is missing for reviewers. */
const findReview = async (database: Pick<pg.ClientBase, 'query'>, reviewId: string): Promise<ReviewRow> => {
  const { rows } = await database.query<ReviewRow>(
    'select *, application_id from production_reviews where review_id = $1 and status is not null',
    [reviewId],
  )
  if (!rows[0]) throw missingReview()
  return rows[0]
}

const maxListed = 500

export const listReviews = reviewReading({
  name: 'reviews.list',
  sentence: { en: 'Lists production reviews', fr: 'Liste les examens de production' },
  actors: { operator: ['reviewer', 'auditor', 'supervisor'] },
  input: Type.Object({ status: Type.Optional(Type.Enum([...productionStatuses])) }, closed),
  output: Type.Array(
    Type.Object({
      id: Type.String(),
      application_id: Type.String(),
      organization_id: Type.String(),
      name: Type.String(),
      status: Type.Enum([...productionStatuses]),
      enhanced: Type.Boolean(),
      submitted_at: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  async read({ pool, input: { status } }) {
    const { rows } = await pool.query<ReviewRow & { status: (typeof productionStatuses)[number] }>(
      `select review_id, application_id, organization_id, name, status, enhanced, submitted_at
       from production_reviews where status is not null and ($1::text is null or status = $1)
       order by submitted_at limit $2`,
      [status ?? null, maxListed],
    )
    return rows.map(({ review_id, submitted_at, ...row }) => ({
      ...{ id: review_id, application_id: row.application_id, organization_id: row.organization_id },
      ...{ name: row.name, status: row.status, enhanced: row.enhanced },
      submitted_at: submitted_at?.toISOString() ?? null,
    }))
  },
})

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
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2_000, pattern: '^[^\\u0000]*\\S[^\\u0000]*$' }),
    ),
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
    ...(['object_not_found', 'state_conflict', 'reason_required', 'value_invalid', 'not_permitted'] as const),
    ...(['second_person_required', 'second_account_required'] as const),
  ],
  async perform({ client, actor, input: decision, needs, nowMs }) {
    const { application_id, organization_id } = await findReview(client, decision.id)
    const row = await lockReview(client, { application_id, organization_id, id: decision.id })
    await requireOutsider(client, organization_id, actor, needs)
    if (row.status !== 'submitted' && row.status !== 'in_review')
      throw new Refusal('state_conflict', `The review is ${row.status}. There is nothing to decide.`)
    const services = approvedServices(row, decision)
    const isProposed = decision.decision === 'approve' && (await isFirst(row, services, actor, needs))
    const after = isProposed
      ? await propose(client, row, services, actor)
      : await decide(client, row, { decision, services, actor, nowMs })
    if (decision.reason !== undefined && !isProposed)
      await writeMessage(
        client,
        { row, side: 'reviewer', author: personOf(actor).name, text: decision.reason, nowMs },
        needs,
      )
    const { scopes, purposes } = row
    const isApproved = after.status === 'approved'
    if (after.status !== null && after.status !== row.status)
      await writeProductionStatus(
        client,
        {
          ...{ applicationId: application_id, status: after.status },
          ...(isApproved && { approval: { services, scopes, purposes } }),
        },
        needs,
      )
    return {
      result: {
        status: isProposed ? ('proposed' as const) : ('decided' as const),
        review: await reviewObject(client, after, needs.dossierVault),
      },
      entry: {
        subject: row.review_id,
        organizationId: organization_id,
        before: { status: row.status },
        after: { status: after.status, proposed: isProposed, services, reason: decision.reason ?? null },
      },
    }
  },
})

/** A reviewer whose address belongs to a member of the organization decides nothing about it (spec/organizations#production-review). */
const requireOutsider = async (
  client: pg.PoolClient,
  organizationId: string,
  actor: Actor,
  { emailOf }: ReviewNeeds,
): Promise<void> => {
  const { name } = personOf(actor)
  const email = emailOf ? await emailOf(actor) : name
  if (email === null || !email.includes('@')) return
  const { rowCount } = await client.query(
    `select from organization_members m join member_accounts a on a.account_id = m.person_id
     where m.organization_id = $1 and a.email = $2`,
    [organizationId, emailKey(email)],
  )
  if (rowCount)
    throw new Refusal('not_permitted', 'A member of the organization cannot review its applications.', {
      next: 'Ask a reviewer who is no member of the organization.',
    })
}

const approvedServices = (row: ReviewRow, { decision, services, reason }: Decision): ServiceName[] => {
  if (decision !== 'approve' && reason === undefined)
    throw new Refusal('reason_required', 'The organization needs the reason of the decision.')
  const chosen = services ?? row.services
  const foreign = chosen.find((service) => !row.services.includes(service))
  if (foreign !== undefined)
    throw new Refusal('value_invalid', `The review does not cover ${foreign}.`, {
      context: { field: 'services' },
    })
  return chosen
}

/** Whether this approval of an enhanced review is only a proposal. Throws where the same person would decide alone. */
const isFirst = async (
  row: ReviewRow,
  services: ServiceName[],
  actor: Actor,
  { rules }: ReviewNeeds,
): Promise<boolean> => {
  if (!row.enhanced) return false
  if (row.proposed_by === null) return true
  const fault = secondPersonFault(
    { name: row.proposed_by, account: row.proposed_account },
    personOf(actor),
    rules,
  )
  if (fault !== null)
    throw new Refusal(fault, 'Another reviewer must decide than the one who proposed the approval.', {
      context: { subject: row.review_id },
    })
  // Another choice of services is another proposal.
  return String([...services].toSorted()) !== String([...(row.proposed_services ?? [])].toSorted())
}

const propose = async (
  client: pg.PoolClient,
  row: ReviewRow,
  services: ServiceName[],
  actor: Actor,
): Promise<ReviewRow> => {
  const { name, account } = personOf(actor)
  const { rows } = await client.query<ReviewRow>(
    `update production_reviews set status = 'in_review', proposed_services = $3, proposed_by = $4,
       proposed_account = $5, version = version + 1
     where application_id = $1 and review_id = $2 returning *`,
    [row.application_id, row.review_id, services, name, account],
  )
  return rows[0] as ReviewRow
}

const statusOf = { approve: 'approved', request_changes: 'changes_requested', reject: 'rejected' } as const
type Made = { decision: Decision; services: ServiceName[]; actor: Actor; nowMs: number }

const decide = async (
  client: pg.PoolClient,
  row: ReviewRow,
  { decision: { decision, reason }, services, actor, nowMs }: Made,
): Promise<ReviewRow> => {
  const status = statusOf[decision]
  const { rows } = await client.query<ReviewRow>(
    `update production_reviews set status = $3, reason = $4, decided_by = $5, version = version + 1,
       decided_at = case when $3 <> 'changes_requested' then $6::timestamptz end, services = $7,
       proposed_by = null, proposed_account = null, proposed_services = null
     where application_id = $1 and review_id = $2 returning *`,
    [
      ...[row.application_id, row.review_id, status, reason ?? null, personOf(actor).name, new Date(nowMs)],
      decision === 'approve' ? services : row.services,
    ],
  )
  return rows[0] as ReviewRow
}
