import { organizationId } from '@nani/contract/console'
import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { balanceOf, heldOf, lockFundsOf } from '../../../money/billing/index.ts'
import { endSessionsOf } from '../../people/index.ts'
import { type MembershipNeeds, membershipAct } from './needs.ts'
import { lockOrganization, requireInHome } from './organization-rows.ts'

/**
 * Closes the organization. It needs no open invoice, no pending batch and a balance of zero. Keys, certificates, open reviews
 * and the sessions of its members end. Its acts remain.
 */
export const closeOrganization = membershipAct({
  name: 'organizations.close',
  sentence: { en: 'Closes the organization', fr: "Ferme l'organisation" },
  actors: { member: ['owner'] },
  routes: { member: 'DELETE /organizations/{organization_id}' },
  stepUp: true,
  answers: 204,
  input: Type.Object({ organization_id: organizationId }, { additionalProperties: false }),
  output: Type.Null(),
  refusals: ['state_conflict'],
  async perform({ client, actor, input: { organization_id: id }, needs, nowMs }) {
    const before = await lockOrganization(client, id)
    await requireInHome(client, id)
    const applicationIds = await applicationsOf(client, id)
    await requireNoOpenInvoice(client, id)
    await requireNoOpenWork(client, applicationIds)
    const funds = await lockFundsOf(client, { organizationId: id, applicationIds }, { ...needs, nowMs })
    if (balanceOf(funds) !== 0 || heldOf(funds) !== 0)
      throw new Refusal('state_conflict', 'The wallet is not empty.', {
        next: 'Spend the balance, or ask for its return.',
      })
    // Before the keys: a rotation locks its application first, too.
    const reviews = await endedReviews(client, { applicationIds, actor, nowMs }, needs)
    await endCredentials(client, applicationIds, nowMs)
    const { rows: members } = await client.query<{ person_id: string }>(
      'select person_id from organization_members where organization_id = $1',
      [id],
    )
    for (const { person_id } of members) await endSessionsOf(client, needs.realm, person_id)
    await client.query(
      `update organizations set account_status = 'closed', status_reason = null, status_changed_at = $2, version = version + 1
       where organization_id = $1`,
      [id, new Date(nowMs)],
    )
    return {
      result: null,
      entry: {
        subject: id,
        before: { status: before.status, ...reviews.before },
        after: { status: 'closed', ...reviews.after },
      },
    }
  },
})

/** No one can decide the reviews of a closed organization any more. */
const endedReviews = async (
  client: pg.PoolClient,
  closing: { applicationIds: readonly string[]; actor: Actor; nowMs: number },
  { endReviews }: MembershipNeeds,
): Promise<{ before: object; after: object }> => {
  const ended = await endReviews(client, closing)
  if (ended.length === 0) return { before: {}, after: {} }
  return {
    before: { ended_reviews: ended.map(({ before }) => before) },
    after: { ended_reviews: ended.map(({ after }) => after) },
  }
}

const applicationsOf = async (client: pg.PoolClient, organizationId: string): Promise<string[]> => {
  const { rows } = await client.query<{ application_id: string }>(
    'select application_id from applications where organization_id = $1 order by application_id',
    [organizationId],
  )
  return rows.map(({ application_id }) => application_id)
}

const requireNoOpenInvoice = async (client: pg.PoolClient, organizationId: string): Promise<void> => {
  const { rowCount } = await client.query(
    `select from billing_invoices where organization_id = $1 and status in ('issued', 'overdue') limit 1`,
    [organizationId],
  )
  if ((rowCount ?? 0) > 0) throw new Refusal('state_conflict', 'An invoice is not paid.')
}

const requireNoOpenWork = async (client: pg.PoolClient, applicationIds: string[]): Promise<void> => {
  const { rowCount } = await client.query(
    'select from batches where application_id = any($1) and completed_at is null limit 1',
    [applicationIds],
  )
  if ((rowCount ?? 0) > 0) throw new Refusal('state_conflict', 'A batch is pending.')
}

const endCredentials = async (
  client: pg.PoolClient,
  applicationIds: string[],
  nowMs: number,
): Promise<void> => {
  await client.query(
    `update api_keys set revoked_at = least(revoked_at, now())
     where application_id = any($1) and (revoked_at is null or revoked_at > now())`,
    [applicationIds],
  )
  await client.query(
    'update client_certificates set revoked_at = $2 where application_id = any($1) and revoked_at is null',
    [applicationIds, new Date(nowMs)],
  )
  for (const applicationId of applicationIds) await announceChange(client, applicationId)
}
