import { type Actor, personOf, Refusal } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { defineAct, needsOf, reasonOfOperator } from '../../gateway/acts/index.ts'
import {
  applicationSummary,
  approvalOf,
  changeApproval,
  createApplication,
  defaultOrganizationId,
  issuedCredentials,
  lockApplication,
  newApplicationMembers,
  type OrganizationDependencies,
  readDeskApplication,
  readStatus,
  requireVerified,
  type StatusDependencies,
  settingsInput,
  updateApplication,
} from '../organizations/index.ts'
import { isEnhanced } from './dossier.ts'
import { endOpenReview } from './end-open-review.ts'

/** What a change of an approval by a command needs. */
export type ApprovalNeeds = OrganizationDependencies &
  StatusDependencies & {
    /** Seals the reason for which an open review ends. */
    dossierVault: Vault
    /** A demo needs no reason. */
    isDemo(): Promise<boolean>
  }

const closed = { additionalProperties: false }
const reason = Type.Optional(reasonOfOperator)
const refusals = [
  ...(['application_setting_invalid', 'organization_not_found'] as const),
  ...(['application_not_found', 'reason_required', 'state_conflict'] as const),
]

const requireReason = async (given: string | undefined, { isDemo }: ApprovalNeeds): Promise<void> => {
  if (given === undefined && !(await isDemo()))
    throw new Refusal('reason_required', 'An approval by a command needs its reason.', {
      next: 'Repeat the command with the reason.',
    })
}

type ApprovalRecord = {
  applicationId: string
  before:
    | ({
        production_status: 'submitted' | 'in_review' | 'changes_requested' | 'approved' | 'rejected' | null
      } & {
        approved_services: Awaited<ReturnType<typeof readStatus>>['approved_services']
      })
    | null
  isApproved: boolean
  reason: string | undefined
}

/** The review of a command, with its origin, its actor and its reason. The event is sent in the same transaction. */
const recordReview = async (
  client: pg.PoolClient,
  actor: Actor,
  { applicationId, before, isApproved, reason: given }: ApprovalRecord,
  needs: ApprovalNeeds,
): Promise<string> => {
  const status = isApproved ? 'approved' : 'rejected'
  const { organization_id, name, approved_services, approved_scopes, approved_purposes } =
    await changeApproval(client, { applicationId, before, status }, needs)
  const reviewId = needs.newId('rev')
  const covered = { services: approved_services, scopes: approved_scopes, purposes: approved_purposes }
  await client.query(
    `insert into production_reviews (application_id, review_id, organization_id, status, enhanced, origin, services,
       scopes, purposes, name, reason, decided_by, created_at, submitted_at, decided_at)
     values ($1, $2, $3, $4, $5, 'command_line', $6, $7, $8, $9, $10, $11, $12, $12, $12)`,
    [
      ...[applicationId, reviewId, organization_id, status, isEnhanced(covered)],
      ...[covered.services, covered.scopes, covered.purposes, name, given ?? null],
      ...[personOf(actor).name, new Date(needs.clock.now())],
    ],
  )
  return reviewId
}

/**
 * Creates an application of production that is approved at once, for a verified organization. The approval is a review with the
 * origin `command_line`.
 */
export const createApprovedApplication = defineAct({
  name: 'applications.create_approved',
  sentence: { en: 'Creates an approved application', fr: 'Crée une application approuvée' },
  actors: { operator: ['supervisor'] },
  input: Type.Object({ settings: Type.Object(newApplicationMembers, closed), reason }, closed),
  output: issuedCredentials,
  needs: needsOf<ApprovalNeeds>(),
  refusals,
  prepare: ({ input, needs }) => requireReason(input.reason, needs),
  async perform({ client, actor, input: { settings, reason: given }, needs }) {
    const { result } = await createApplication.within(client, actor, { ...settings, approved: true }, needs)
    // Only now: the creation locks a named organization, and makes the one of earlier releases.
    await requireVerified(needs, client, settings.organization ?? defaultOrganizationId)
    const { application_id: applicationId } = result
    const record = { applicationId, before: null, isApproved: true, reason: given }
    const review = await recordReview(client, actor, record, needs)
    const organizationId = settings.organization ?? null
    return {
      result,
      entry: { subject: applicationId, organizationId, after: { review, reason: given ?? null } },
    }
  },
})

/** Changes settings together with the approval of an application of production. */
export const updateApproval = defineAct({
  name: 'applications.update_approval',
  sentence: { en: 'Changes the approval of an application', fr: "Change l'approbation d'une application" },
  actors: { operator: ['supervisor', 'reviewer'] },
  input: Type.Object(
    { application_id: Type.String({ minLength: 1, maxLength: 64 }), settings: settingsInput, reason },
    closed,
  ),
  output: applicationSummary,
  needs: needsOf<ApprovalNeeds>(),
  refusals,
  // A withdrawal that has no reason is better than an approval that stays.
  prepare: async ({ input, needs }) =>
    input.settings.approved ? requireReason(input.reason, needs) : undefined,
  async perform({ client, actor, input, needs, nowMs }) {
    const { application_id: applicationId, settings, reason: given } = input
    const isApproved = settings.approved === true
    const { organizationId } = await readDeskApplication(client, applicationId)
    if (isApproved) await requireVerified(needs, client, organizationId)
    await lockApplication(client, applicationId)
    const before = await readStatus(client, applicationId)
    const changed = { application_id: applicationId, settings }
    const { result } = await updateApplication.within(client, actor, changed, needs)
    // There is no approval to withdraw. While a further review is open, the status is its own, and services are approved.
    const held = before.approved_services.length + before.withheld_approvals.length
    const hadApproval = before.production_status === 'approved' || held > 0
    if (!isApproved && !hadApproval)
      return { result, entry: { subject: applicationId, after: { reason: given ?? null } } }
    const record = { applicationId, before, isApproved, reason: given }
    const ended = isApproved
      ? null
      : await endOpenReview(client, { applicationId, actor, reason: given ?? null, nowMs }, needs)
    const review = await recordReview(client, actor, record, needs)
    return {
      result,
      entry: {
        subject: applicationId,
        before: { ...approvalOf(before), ...(ended !== null && { ended_review: ended.before }) },
        after: {
          ...approvalOf(await readStatus(client, applicationId)),
          ...{ review, reason: given ?? null },
          ...(ended !== null && { ended_review: ended.after }),
        },
      },
    }
  },
})
