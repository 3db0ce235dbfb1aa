import { type Actor, actorId } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { ActCell, ActNeeds } from '../../gateway/acts/index.ts'
import { lockApplication, type StatusDependencies, writeProductionStatus } from '../organizations/index.ts'
import { endProposal } from './decide-review.ts'
import { type ReviewRow, writeMessage } from './review-rows.ts'

type Ending = { applicationId: string; actor: Actor; reason: string | null; nowMs: number }
type Needs = { newId(prefix: string): string; dossierVault: Vault; cell?: ActNeeds['cell'] }
type Step = { id: string; status: ReviewRow['status'] }
export type EndedReview = { before: Step; after: Step }

const isOpen = `status in ('submitted', 'in_review', 'changes_requested')`

/**
 * Ends the open review of an application whose approval ends (spec/organizations#production-review), and the proposal about it.
 * Its approval would give the services back. A new review may follow. The caller holds the lock of the application, and writes
 * its status.
 */
export const endOpenReview = async (
  client: pg.PoolClient,
  { applicationId, actor, reason, nowMs }: Ending,
  needs: Needs,
): Promise<EndedReview | null> => {
  const { rows } = await client.query<ReviewRow>(
    `select * from production_reviews where application_id = $1 and ${isOpen} for update`,
    [applicationId],
  )
  const [row] = rows
  if (!row) return null
  const reviewer = actor.kind === 'operator' ? actorId(actor) : null
  await client.query(
    `update production_reviews set status = 'rejected', reason = $3, decided_by = $4, decided_at = $5,
       version = version + 1
     where application_id = $1 and review_id = $2`,
    [applicationId, row.review_id, reason, reviewer, new Date(nowMs)],
  )
  await endProposal(needs, client, row, { nowMs })
  if (reason !== null && reviewer !== null)
    await writeMessage(client, { row, side: 'reviewer', author: reviewer, text: reason, nowMs }, needs)
  const { review_id: id } = row
  return { before: { id, status: row.status }, after: { id, status: 'rejected' } }
}

type Closing = { applicationIds: readonly string[]; actor: Actor; nowMs: number }

/**
 * Ends the open reviews of an organization that closes, with the status of their applications. The caller holds the lock of the
 * organization, so that no review is submitted meanwhile. A draft stays a draft, which no reviewer sees.
 */
export const endReviewsOfClosed = async (
  client: pg.PoolClient,
  { applicationIds, actor, nowMs }: Closing,
  needs: Needs & StatusDependencies,
): Promise<EndedReview[]> => {
  const { rows } = await client.query<{ application_id: string }>(
    `select application_id from production_reviews where application_id = any($1) and ${isOpen}
     order by application_id`,
    [applicationIds],
  )
  const ended: EndedReview[] = []
  for (const { application_id: applicationId } of rows) {
    await lockApplication(client, applicationId)
    const review = await endOpenReview(client, { applicationId, actor, reason: 'closed', nowMs }, needs)
    if (!review) continue
    await writeProductionStatus(client, { applicationId, status: 'rejected' }, needs)
    ended.push(review)
  }
  return ended
}

const batchSize = 100
const closing: Actor = { kind: 'system', task: 'closed organizations' }

/** In a cell: ends the open reviews of organizations that home has closed. One that fails does not stop the others. */
export const endReviewsInCell = async (
  needs: Needs & StatusDependencies & { pool: pg.Pool; cell: ActCell },
): Promise<void> => {
  const { pool, cell, clock } = needs
  const { rows } = await pool.query<{ application_id: string; organization_id: string }>(
    `select r.application_id, r.organization_id from production_reviews r join organizations o using (organization_id)
     where o.account_status = 'closed' and r.${isOpen} order by random() limit $1`,
    [batchSize],
  )
  const failures: unknown[] = []
  for (const { application_id: id, organization_id } of rows) {
    const ending = { applicationIds: [id], actor: closing, nowMs: clock.now() }
    const ended = cell.transaction((client) => endReviewsOfClosed(client, ending, needs), organization_id)
    await ended.catch((error) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
