import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { ReviewNeeds } from './needs.ts'
import { type ReviewRow, reviewObject } from './review-rows.ts'

/** Refuses the approval of a review that is not complete, or whose organization is not in order. */
export const requireApprovable = async (
  client: pg.PoolClient,
  row: ReviewRow,
  needs: Pick<ReviewNeeds, 'dossierVault'>,
): Promise<void> => {
  await requireOrganizationInOrder(client, row.organization_id)
  await requireComplete(client, row, needs)
}

/** A review that was submitted to an earlier release may not have what the form asks for now. */
const requireComplete = async (
  client: pg.PoolClient,
  row: ReviewRow,
  { dossierVault }: Pick<ReviewNeeds, 'dossierVault'>,
): Promise<void> => {
  const { missing } = await reviewObject(client, row, dossierVault)
  if (missing.length > 0)
    throw new Refusal('state_conflict', `The dossier is not complete: ${missing.join(', ')}.`, {
      context: { missing },
      next: 'Ask the organization for changes.',
    })
}

/** No application of an organization that was suspended, refused or closed is approved. */
const requireOrganizationInOrder = async (client: pg.PoolClient, organizationId: string): Promise<void> => {
  const { rows } = await client.query<{ status: string }>(
    'select account_status as status from organizations where organization_id = $1',
    [organizationId],
  )
  const status = rows[0]?.status ?? 'closed'
  if (status === 'suspended' || status === 'refused' || status === 'closed')
    throw new Refusal('state_conflict', `The organization is ${status}.`, {
      next: 'Reject the review, or decide about the organization first.',
    })
}
