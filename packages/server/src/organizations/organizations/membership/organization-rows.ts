import { normalizeIdentifier } from '@nani/contract'
import type { Organization, OrganizationComparison } from '@nani/contract/console'
import { type Actor, type MemberRole, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type ActNeeds, homeIn, movedMeanwhile } from '../../../gateway/acts/index.ts'
import { inHome } from '../../../register/register-outbox/index.ts'

export type OrganizationStatus = 'pending' | 'verified' | 'refused' | 'suspended' | 'closed'

export type OrganizationRow = {
  organization_id: string
  name: string
  rccm: string | null
  status: OrganizationStatus
  status_reason: string | null
  comparison: OrganizationComparison | null
  created_at: Date
  version: number
  subscriptions_version: number
  /** Counts the decisions of operators about it. */
  decisions: number
  /** The status before the suspension. */
  suspended_from: OrganizationStatus | null
}

export const organizationColumns = `organization_id, name, rccm, account_status as status, status_reason, comparison, created_at, version,
  subscriptions_version, decisions, suspended_from`

const missing = () => new Refusal('organization_not_found', 'There is no such organization.')

export const readOrganizationRow = async (database: Database, id: string): Promise<OrganizationRow> => {
  const { rows } = await database.query<OrganizationRow>({
    name: 'organization',
    text: `select ${organizationColumns} from organizations where organization_id = $1`,
    values: [id],
  })
  if (!rows[0] || rows[0].status === 'closed') throw missing()
  return rows[0]
}

/**
 * The organization with its row locked until the transaction ends. Every change of its members begins with this lock, so
 * that two removals of the last Owners happen one after the other.
 */
export const lockOrganization = async (client: Database, id: string): Promise<OrganizationRow> => {
  const { rows } = await client.query<OrganizationRow>(
    `select ${organizationColumns} from organizations where organization_id = $1 for update`,
    [id],
  )
  if (!rows[0] || rows[0].status === 'closed') throw missing()
  return rows[0]
}

/**
 * The status of an organization, which stays until the transaction ends. Every act locks an organization before its
 * applications, so that no two acts wait for each other.
 */
export const holdOrganizationStatus = async (client: Database, id: string): Promise<OrganizationStatus> => {
  const { rows } = await client.query<Pick<OrganizationRow, 'status'>>(
    'select account_status as status from organizations where organization_id = $1 for share',
    [id],
  )
  return rows[0]?.status ?? 'closed'
}

/** The same in an act that may be performed in a cell. From there, home is only read. */
export const holdStatusInHome = (
  needs: Pick<ActNeeds, 'cell'>,
  client: pg.PoolClient,
  id: string,
): Promise<OrganizationStatus> =>
  inHome(homeIn(needs), client, (home) =>
    needs.cell ? readStatusOf(home, id) : holdOrganizationStatus(home, id),
  )

const readStatusOf = async (home: Database, id: string): Promise<OrganizationStatus> => {
  const { rows } = await home.query<Pick<OrganizationRow, 'status'>>(
    'select account_status as status from organizations where organization_id = $1',
    [id],
  )
  return rows[0]?.status ?? 'closed'
}

/** Only an application of a verified organization is approved (spec/organizations#production-review). */
export const requireVerified = async (
  needs: Pick<ActNeeds, 'cell'>,
  client: pg.PoolClient,
  id: string,
): Promise<void> => {
  const status = await holdStatusInHome(needs, client, id)
  if (status !== 'verified')
    throw new Refusal('state_conflict', `The organization is ${status}, not verified.`, {
      next: 'Decide about the organization first.',
    })
}

/** The same in an act that may be performed in a cell. From there, home is only read: the lock of the cell orders its acts. */
export const lockOrganizationInHome = (
  needs: Pick<ActNeeds, 'cell'>,
  client: pg.PoolClient,
  id: string,
): Promise<OrganizationRow> =>
  inHome(homeIn(needs), client, (home) =>
    needs.cell ? readOrganizationRow(home, id) : lockOrganization(home, id),
  )

/** In a cell: an organization that has left it gets no application there. A move ends in the turn of no act. */
export const requireInCell = async (client: Database, id: string): Promise<void> => {
  const { rows } = await client.query(
    'select organization_id from move_fences where organization_id = $1 and moved_at is not null',
    [id],
  )
  if (rows.length > 0) throw movedMeanwhile()
}

/** The applications of an organization in a cell have their rows there. */
export const requireInHome = async (client: Database, id: string): Promise<void> => {
  // The end of a move waits until this transaction ends, and sees a new application.
  await holdOrganizationStatus(client, id)
  const { rows } = await client.query(
    `select organization_id from placed_organizations where organization_id = $1
     union all select organization_id from move_fences where organization_id = $1 and moved_at is not null`,
    [id],
  )
  if (rows.length > 0) throw movedMeanwhile()
}

/** In home: the organization is in a cell, with or without its money, as the process believes. */
export const requirePlaced = async (
  client: Database,
  id: string,
  { withMoney }: { withMoney: boolean },
): Promise<void> => {
  const { rowCount } = await client.query(
    'select from placed_organizations where organization_id = $1 and with_money = $2',
    [id, withMoney],
  )
  if (rowCount === 0) throw movedMeanwhile()
}

export const organizationOf = (row: OrganizationRow, roles: readonly MemberRole[]): Organization => ({
  object: 'organization',
  id: row.organization_id,
  name: row.name,
  rccm: row.rccm,
  status: row.status as Organization['status'],
  status_reason: row.status_reason,
  comparison: row.comparison,
  roles: [...roles],
  created_at: rfc3339(row.created_at.getTime()),
  version: row.version,
})

/** The number in its canonical form. */
export const rccmOf = (given: string): string => {
  const found = normalizeIdentifier({ type: 'rccm', value: given })
  if (!found)
    throw new Refusal('value_invalid', 'The RCCM has the form CD/KNG/RCCM/00-B-00001.', {
      context: { field: 'rccm' },
    })
  return found.value
}

/** The member of an act, for its own organization. */
export const memberOf = (actor: Actor): Extract<Actor, { kind: 'member' }> => {
  if (actor.kind !== 'member') throw new Refusal('not_permitted', 'Only a member does this.')
  return actor
}
export const personIdOf = (actor: Actor): string => {
  if (actor.kind !== 'person' && actor.kind !== 'member')
    throw new Refusal('not_permitted', 'Only a person does this.')
  return actor.personId
}
