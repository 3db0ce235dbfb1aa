import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { requireVerified } from '../organizations/index.ts'
import type { ReviewNeeds } from './needs.ts'
import { type ReviewRow, reviewObject } from './review-rows.ts'

/** Refuses the approval of a review that is not complete, or whose organization is not verified. */
export const requireApprovable = async (
  client: pg.PoolClient,
  row: ReviewRow,
  needs: Pick<ReviewNeeds, 'dossierVault' | 'cell'>,
): Promise<void> => {
  await requireVerified(needs, client, row.organization_id)
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
