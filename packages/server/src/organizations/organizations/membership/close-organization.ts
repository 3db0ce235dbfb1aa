import { organizationId } from '@nani/contract/console'
import { type Actor, type Clock, type IdSource, Refusal } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import { type Database, inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { type ActCell, cellOf, noPlaces, placesOfMoney } from '../../../gateway/acts/index.ts'
import { balanceOf, heldOf, lockFundsOf } from '../../../money/billing/index.ts'
import { endSessionsOf } from '../../people/index.ts'
import { type MembershipNeeds, membershipAct } from './needs.ts'
import { lockOrganization, requireInHome, requirePlaced } from './organization-rows.ts'

/**
 * Closes the organization. It needs no open invoice, no pending batch and a balance of zero. Keys, certificates, open reviews
 * and the sessions of its members end. Its acts remain. Keys in a cell end directly after the commit of home. If the process dies in
 * between, a worker of the cell ends them: its copy of the organization says that it is closed. Where a cell has the money, the wallet
 * stays locked there until home has committed.
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
  async prepare({ input: { organization_id: id }, needs: { places = noPlaces } }): Promise<Closing> {
    const place = await cellOf(places, id)
    const money = await cellOf(placesOfMoney(places), id)
    if (place) await requireNoOpenWork(place.pool, await applicationsOf(place.pool, id))
    return { id, place, money }
  },
  turn({ needs, prepared: { id, money } }, run) {
    if (money === null) return run()
    return money.cell.transaction(async (client) => {
      await requireNoMoney(client, id, { ...needs, nowMs: needs.clock.now() })
      return run()
    }, id)
  },
  async perform({ client, actor, input: { organization_id: id }, needs, nowMs, prepared: { place, money } }) {
    const before = await lockOrganization(client, id)
    if (place === null) await requireInHome(client, id)
    else await requirePlaced(client, id, { withMoney: money !== null })
    const applicationIds = await applicationsOf(client, id)
    if (money === null) await requireNoMoney(client, id, { ...needs, nowMs })
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
      ...(place && {
        afterCommit: () =>
          place.cell
            .transaction(async (inner) => endCredentials(inner, await applicationsOf(inner, id), nowMs), id)
            .catch(() => {}),
      }),
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

const applicationsOf = async (client: Database, organizationId: string): Promise<string[]> => {
  const { rows } = await client.query<{ application_id: string }>(
    'select application_id from applications where organization_id = $1 order by application_id',
    [organizationId],
  )
  return rows.map(({ application_id }) => application_id)
}

type Cell = { pool: pg.Pool; cell: ActCell }
/** `place`: the cell with the applications. `money`: the cell with the money. */
type Closing = { id: string; place: Cell | null; money: Cell | null }

/** In the database that has the money. */
const requireNoMoney = async (
  client: pg.PoolClient,
  id: string,
  facts: { newId: IdSource; nowMs: number },
): Promise<void> => {
  const applicationIds = await applicationsOf(client, id)
  await requireNoOpenInvoice(client, id)
  await requireNoOpenWork(client, applicationIds)
  const funds = await lockFundsOf(client, { organizationId: id, applicationIds }, facts)
  if (balanceOf(funds) !== 0 || heldOf(funds) !== 0)
    throw new Refusal('state_conflict', 'The wallet is not empty.', {
      next: 'Spend the balance, or ask for its return.',
    })
}

const requireNoOpenInvoice = async (client: pg.PoolClient, organizationId: string): Promise<void> => {
  const { rowCount } = await client.query(
    `select from billing_invoices where organization_id = $1 and status in ('issued', 'overdue') limit 1`,
    [organizationId],
  )
  if ((rowCount ?? 0) > 0) throw new Refusal('state_conflict', 'An invoice is not paid.')
}

const requireNoOpenWork = async (client: Database, applicationIds: string[]): Promise<void> => {
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

/** In a cell: ends what the end of a process left of closed organizations. */
export const endCredentialsOfClosed = async ({
  pool,
  clock,
}: {
  pool: pg.Pool
  clock: Clock
}): Promise<void> => {
  const { rows } = await pool.query<{ application_id: string }>(
    `select a.application_id from applications a join organizations o using (organization_id)
     where o.account_status = 'closed' and exists (select from api_keys k
       where k.application_id = a.application_id and (k.revoked_at is null or k.revoked_at > now()))
     order by random() limit 100`,
  )
  const failures: unknown[] = []
  // The one of an organization that moves fails, and does not stop the others.
  for (const { application_id: id } of rows)
    await inTransaction(pool, (client) => endCredentials(client, [id], clock.now())).catch((error) =>
      failures.push(error),
    )
  if (failures.length > 0) throw failures[0]
}
