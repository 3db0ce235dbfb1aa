import type { Purpose, Scope, ServiceName } from '@nani/contract'
import type { ConsoleApplication } from '@nani/contract/console'
import { type Clock, type IdSource, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import { type Vault, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { eventsEffect, snapshotEvent } from '../../calls/outbox/index.ts'
import type { ActNeeds } from '../../gateway/acts/index.ts'
import { type OwnApplicationRow, ownApplicationSelection } from './own-applications/application-object.ts'
import {
  approvableScopes,
  purposesInForce,
  scopesInForce,
  withoutApproval,
} from './own-applications/in-force.ts'

export type ProductionStatus = NonNullable<ConsoleApplication['production_status']>

export type StatusDependencies = {
  clock: Clock
  newId: IdSource
  /** Seals events until they are sent. */
  requestsVault: Vault
  /** Where the application is in a cell. */
  cell?: ActNeeds['cell']
}

/** What an approval names. */
export type Approval = { services: ServiceName[]; scopes: Scope[]; purposes: Purpose[] }

type StatusChange = { applicationId: string; status: ProductionStatus }

/**
 * Writes the status of a production review to its application, in the transaction of the review, and sends
 * `application.production_status_changed`.
 */
export const writeProductionStatus = (
  client: pg.PoolClient,
  change: StatusChange,
  dependencies: StatusDependencies,
): Promise<void> => changeStatus(client, change, dependencies, async () => {})

/** The same for an approval. It adds to earlier ones, and accepts a proposed name and logo. */
export const approveApplication = (
  client: pg.PoolClient,
  { applicationId, approval }: { applicationId: string; approval: Approval },
  dependencies: StatusDependencies,
): Promise<void> =>
  changeStatus(client, { applicationId, status: 'approved' }, dependencies, (before) =>
    writeApproval(client, before, approval, dependencies),
  )

const changeStatus = async (
  client: pg.PoolClient,
  { applicationId, status }: StatusChange,
  dependencies: StatusDependencies,
  alongside: (before: Row) => Promise<void>,
): Promise<void> => {
  await client.query('select from applications where application_id = $1 for update', [applicationId])
  const before = await readRow(client, applicationId)
  await client.query(
    'update applications set production_status = $2, version = version + 1 where application_id = $1',
    [applicationId, status],
  )
  await alongside(before)
  await announceChange(client, applicationId)
  await sendStatusEvent(client, before, await readRow(client, applicationId), dependencies)
}

/**
 * Ends the approval of an application: no service is live, and the status is `rejected`. A new review may follow, and names
 * its scopes and purposes again.
 */
export const withdrawApproval = async (
  client: pg.PoolClient,
  applicationId: string,
  dependencies: StatusDependencies,
): Promise<void> => {
  const before = await readRow(client, applicationId)
  const left = withoutApproval(before)
  // What a suspension withholds is an approval, too: a restoration must not bring it back.
  const { rowCount } = await client.query(
    `update applications set production_status = 'rejected', approved_services = '{}', withheld_approvals = '{}',
       approved_scopes = '{}', approved_purposes = '{}', scopes = $2, purposes = $3, selected_scopes = $4,
       selected_purposes = $5, version = version + 1
     where application_id = $1 and (approved_services <> '{}' or withheld_approvals <> '{}')`,
    [applicationId, left.scopes, left.purposes, left.selected_scopes, left.selected_purposes],
  )
  if (rowCount === 0) throw new Refusal('state_conflict', 'The application is not approved.')
  await announceChange(client, applicationId)
  await sendStatusEvent(client, before, await readRow(client, applicationId), dependencies)
}

type Row = OwnApplicationRow & { suspended_services: ServiceName[]; withheld_approvals: ServiceName[] }

const readRow = async (client: pg.PoolClient, applicationId: string): Promise<Row> => {
  const { rows } = await client.query<Row>(
    `select own.*, a.suspended_services, a.withheld_approvals from (${ownApplicationSelection} where a.application_id = $1) own
     join applications a using (application_id) where a.application_id = $1`,
    [applicationId],
  )
  if (!rows[0]) throw new Refusal('application_not_found', 'There is no such application.')
  return rows[0]
}

/** What the audit has of an approval, before and after an act. */
export const approvalOf = ({
  production_status,
  approved_services,
  withheld_approvals,
  approved_scopes,
  approved_purposes,
}: Row) => ({ production_status, approved_services, withheld_approvals, approved_scopes, approved_purposes })

const union = <Item>(one: readonly Item[], other: readonly Item[]): Item[] => [...new Set([...one, ...other])]

const writeApproval = async (
  client: pg.PoolClient,
  before: Row,
  { services, scopes, purposes }: Approval,
  needs: Pick<StatusDependencies, 'cell'>,
): Promise<void> => {
  const approved = {
    environment: before.environment,
    approved_scopes: union(before.approved_scopes, await approvableScopes(needs, client, before, scopes)),
    approved_purposes: union(before.approved_purposes, purposes),
  }
  const isSuspended = (service: ServiceName) => before.suspended_services.includes(service)
  const live = union(before.approved_services, services).filter((service) => !isSuspended(service))
  // The suspension holds until two people end it. The approval waits for that.
  const withheld = union(before.withheld_approvals, services.filter(isSuspended))
  await client.query(
    `update applications set approved_services = $2, approved_scopes = $3, approved_purposes = $4, scopes = $5,
       purposes = $6, withheld_approvals = $7, name = coalesce(proposed_name, name), proposed_name = null,
       logo = coalesce(proposed_logo, logo), logo_hash = coalesce(proposed_logo_hash, logo_hash),
       proposed_logo = null, proposed_logo_hash = null, proposed_at = null
     where application_id = $1`,
    [
      ...[before.application_id, live, approved.approved_scopes, approved.approved_purposes],
      scopesInForce(before.selected_scopes ?? before.scopes, approved),
      purposesInForce(before.selected_purposes ?? before.purposes, approved),
      withheld,
    ],
  )
}

/**
 * Performs a change of an approval by another act of its transaction, and sends the event of what changed. `status`: the
 * status that the change leaves.
 */
export const changeApproval = async (
  client: pg.PoolClient,
  {
    applicationId,
    before,
    status,
  }: { applicationId: string; before: StatusBefore | null; status: ProductionStatus },
  dependencies: StatusDependencies,
): Promise<StatusRow> => {
  await client.query('update applications set production_status = $2 where application_id = $1', [
    applicationId,
    status,
  ])
  await announceChange(client, applicationId)
  const after = await readRow(client, applicationId)
  await sendStatusEvent(
    client,
    before ?? { production_status: null, approved_services: [] },
    after,
    dependencies,
  )
  return after
}

export type StatusBefore = Pick<Row, 'production_status' | 'approved_services'>
export type StatusRow = Row
export const readStatus: (client: pg.PoolClient, applicationId: string) => Promise<StatusRow> = (
  client,
  id,
) => readRow(client, id)

/** Sends `application.production_status_changed`, if the status or the approved services differ. */
export const sendStatusEvent = async (
  client: pg.PoolClient,
  before: StatusBefore,
  after: StatusRow,
  { clock, newId, requestsVault }: StatusDependencies,
): Promise<void> => {
  const previous = {
    ...(before.production_status !== after.production_status && {
      production_status: before.production_status,
    }),
    ...(String(before.approved_services) !== String(after.approved_services) && {
      approved_services: before.approved_services,
    }),
  }
  if (Object.keys(previous).length === 0) return
  const { application_id: applicationId } = after
  const atMs = clock.now()
  const object = {
    ...{ id: applicationId, object: 'application', name: after.name, environment: after.environment },
    ...{ production_status: after.production_status, services: after.services },
    ...{ approved_services: after.approved_services, updated_at: rfc3339(atMs) },
  }
  const type = 'application.production_status_changed'
  const data = { object, previous_attributes: previous }
  const event = snapshotEvent({ eventId: newId('evt'), type, applicationId, data }, requestsVault)
  const change = {
    ...{ id: newId('act'), service: null, scopes: null, atMs, fence: null },
    effects: [eventsEffect([event])],
  }
  await writeChanges(client, applicationId, [change])
}
