import { type Actor, actorId } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type ReviewRow, writeMessage } from './review-rows.ts'

type Ending = { applicationId: string; actor: Actor; reason: string | null; nowMs: number }

/**
 * Ends the open review of an application whose approval ends (spec/organizations#production-review). Its approval would give
 * the services back. A new review may follow. The caller holds the lock of the application, and writes its status.
 */
export const endOpenReview = async (
  client: pg.PoolClient,
  { applicationId, actor, reason, nowMs }: Ending,
  needs: { newId(prefix: string): string; dossierVault: Vault },
): Promise<string | null> => {
  const { rows } = await client.query<ReviewRow>(
    `update production_reviews set status = 'rejected', reason = $2, decided_by = $3, decided_at = $4,
       version = version + 1
     where application_id = $1 and status in ('submitted', 'in_review', 'changes_requested') returning *`,
    [applicationId, reason, actorId(actor), new Date(nowMs)],
  )
  const [row] = rows
  if (!row) return null
  if (reason !== null)
    await writeMessage(client, { row, side: 'reviewer', author: actorId(actor), text: reason, nowMs }, needs)
  return row.review_id
}
