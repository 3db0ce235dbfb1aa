import { organization, organizationId, organizationStatuses } from '@nani/contract/console'
import { Refusal, type SecondPersonRules } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { proposalSchema, proposeOrExecute, readProposal } from '../../../desk/proposals/index.ts'
import {
  type ActCell,
  type ActNeeds,
  actsWithNeeds,
  agreedProposal,
  cellOf,
  countedRefusal,
  type Places,
  placesOfMoney,
  reasonOfOperator as reason,
} from '../../../gateway/acts/index.ts'
import {
  followAccountStatus,
  followStatusOf,
  type InvoicingPlatform,
} from '../../../money/invoicing/index.ts'
import {
  lockOrganization,
  type OrganizationRow,
  type OrganizationStatus,
  organizationColumns,
  organizationOf,
  readOrganizationRow,
} from './organization-rows.ts'
import { requireUninvolved } from './uninvolved.ts'

/** What operators need to decide about organizations. */
export type OversightNeeds = ActNeeds &
  Pick<InvoicingPlatform, 'newId' | 'clock' | 'vaultFor'> & {
    rules: SecondPersonRules
    /** Where organizations are. Absent: a worker of the cell follows what was decided here. */
    places?: Places<{ pool: pg.Pool; cell: ActCell }>
  }

const { act, reading } = actsWithNeeds<OversightNeeds>()
const closed = { additionalProperties: false }
const readers = { operator: ['reviewer', 'auditor', 'supervisor'] } as const
const maxListed = 1_000

export const listAllOrganizations = reading({
  name: 'organizations.list_all',
  sentence: { en: 'Lists the organizations', fr: 'Liste les organisations' },
  actors: readers,
  input: Type.Object({ status: Type.Optional(Type.Enum([...organizationStatuses])) }, closed),
  output: Type.Array(organization),
  async read({ pool, input }) {
    const { rows } = await pool.query<OrganizationRow>(
      `select ${organizationColumns} from organizations
       where account_status <> 'closed' and ($1::text is null or account_status = $1) order by created_at limit $2`,
      [input.status ?? null, maxListed],
    )
    return rows.map((row) => organizationOf(row, []))
  },
})

export const showOrganization = reading({
  name: 'organizations.show',
  sentence: { en: 'Reads an organization', fr: 'Lit une organisation' },
  actors: readers,
  input: Type.Object({ organization_id: organizationId }, closed),
  output: organization,
  refusals: ['organization_not_found'],
  read: async ({ pool, input }) => organizationOf(await readOrganizationRow(pool, input.organization_id), []),
})

type Step = { status: OrganizationStatus; reason: string | null; nowMs: number }

const writeStatus = async (
  client: pg.PoolClient,
  { organization_id }: OrganizationRow,
  { status, reason, nowMs }: Step,
): Promise<OrganizationRow> => {
  const { rows } = await client.query<OrganizationRow>(
    `update organizations set account_status = $2, status_reason = $3, status_changed_at = $4, version = version + 1,
       decisions = decisions + 1, suspended_from = case when $2 = 'suspended' then account_status end
     where organization_id = $1 returning ${organizationColumns}`,
    [organization_id, status, reason, new Date(nowMs)],
  )
  return rows[0] as OrganizationRow
}

const requireStatus = (row: OrganizationRow, expected: readonly OrganizationStatus[]): void => {
  if (!expected.includes(row.status))
    throw new Refusal('state_conflict', `The organization is ${row.status}, not ${expected.join(' or ')}.`)
}

const changed = (before: OrganizationRow, after: OrganizationRow) => ({
  result: organizationOf(after, []),
  entry: {
    subject: before.organization_id,
    organizationId: before.organization_id,
    before: { status: before.status },
    after: { status: after.status, reason: after.status_reason },
  },
})

/** The RCCM of a verified organization is of no other verified one. */
export const verifyOrganization = act({
  name: 'organizations.verify',
  routes: { operator: 'POST /organizations/{organization_id}/verify' },
  sentence: { en: 'Verifies an organization', fr: 'Vérifie une organisation' },
  actors: { operator: ['reviewer', 'supervisor'] },
  input: Type.Object({ organization_id: organizationId }, closed),
  output: organization,
  refusals: ['organization_not_found', 'state_conflict', 'not_permitted'],
  async perform({ client, actor, input, nowMs }) {
    const before = await lockOrganization(client, input.organization_id)
    await requireUninvolved(client, actor, before.organization_id)
    requireStatus(before, ['pending', 'refused'])
    const { rowCount } = await client.query(
      `select from organizations where rccm = $1 and organization_id <> $2 and account_status in ('verified', 'suspended')`,
      [before.rccm, before.organization_id],
    )
    if ((rowCount ?? 0) > 0)
      throw new Refusal('state_conflict', 'Another verified organization has the same RCCM.')
    return changed(before, await writeStatus(client, before, { status: 'verified', reason: null, nowMs }))
  },
})

export const refuseOrganization = act({
  name: 'organizations.refuse',
  routes: { operator: 'POST /organizations/{organization_id}/refuse' },
  sentence: { en: 'Refuses an organization', fr: 'Refuse une organisation' },
  actors: { operator: ['reviewer', 'supervisor'] },
  input: Type.Object({ organization_id: organizationId, reason }, closed),
  output: organization,
  refusals: ['organization_not_found', 'state_conflict', 'not_permitted'],
  async perform({ client, actor, input, nowMs }) {
    const before = await lockOrganization(client, input.organization_id)
    await requireUninvolved(client, actor, before.organization_id)
    requireStatus(before, ['pending'])
    return changed(
      before,
      await writeStatus(client, before, { status: 'refused', reason: input.reason, nowMs }),
    )
  },
})

const decidedOrProposed = Type.Object({
  status: Type.Enum(['proposed', 'done']),
  organization,
  proposal: proposalSchema,
})

type Transition = {
  from: OrganizationStatus
  /** The status that the owner can give the organization while the proposal is open. The proposal goes on. */
  byOwner?: OrganizationStatus
  /** The status that a decision gives. */
  to(before: OrganizationRow): OrganizationStatus
}

/** Billable services in a cell follow the account now. If the cell is away, its worker follows later. */
const followInCell = async (needs: OversightNeeds, id: string): Promise<void> => {
  if (!needs.places) return
  const place = await cellOf(placesOfMoney(needs.places), id).catch(() => null)
  if (place) await followStatusOf({ ...needs, ...place }, id).catch(() => {})
}

const byTwoPeople = (
  verb: 'suspend' | 'restore',
  sentence: { en: string; fr: string },
  { from, byOwner = from, to }: Transition,
) =>
  act({
    name: `organizations.${verb}`,
    sentence,
    actors: { operator: ['supervisor', 'reviewer'] },
    routes: { operator: `POST /organizations/{organization_id}/${verb}` },
    secondPerson: true,
    input: Type.Object({ organization_id: organizationId, reason, ...agreedProposal }, closed),
    output: decidedOrProposed,
    refusals: [
      'organization_not_found',
      'state_conflict',
      'not_permitted',
      'second_person_required',
      'second_account_required',
      'changed_meanwhile',
    ],
    async perform({ client, actor, input, needs, nowMs }) {
      const before = await lockOrganization(client, input.organization_id)
      await requireUninvolved(client, actor, before.organization_id)
      const { organization_id: id, decisions } = before
      const step = await proposeOrExecute(
        client,
        {
          ...{ act: `organizations.${verb}`, subject: id, organizationId: id, version: decisions },
          ...{ content: {}, reason: input.reason, proposalId: input.proposal_id },
        },
        { actor, nowMs, newId: needs.newId, rules: needs.rules },
      )
      if (step.step === 'changed')
        return countedRefusal(step.refusal, { entry: { subject: id, after: { step: step.step } } })
      const isDone = step.step === 'execute'
      // The refusal rolls a new proposal back.
      requireStatus(before, isDone || !step.isNew ? [from, byOwner] : [from])
      const status = to(before)
      // The organization reads the reason that was proposed. The second one is in the log and in the proposal.
      const why = status === 'suspended' ? step.proposal.reason : null
      const after = isDone ? await writeStatus(client, before, { status, reason: why, nowMs }) : before
      if (isDone) await followAccountStatus(client, id, status === 'suspended', needs)
      const { entry, result } = changed(before, after)
      return {
        result: {
          status: isDone ? ('done' as const) : ('proposed' as const),
          organization: result,
          proposal: await readProposal(client, step.proposal.proposal_id),
        },
        entry: { ...entry, after: { ...entry.after, reason: input.reason, proposed: !isDone } },
        ...(isDone && { afterCommit: () => followInCell(needs, id) }),
      }
    },
  })

/** Billable services stop (402) until the organization is restored. In a cell they stop directly after the commit of home. */
export const suspendOrganization = byTwoPeople(
  'suspend',
  { en: 'Suspends an organization', fr: 'Suspend une organisation' },
  { from: 'verified', byOwner: 'pending', to: () => 'suspended' },
)

/** It has the status again that it had before: a new name that was not verified stays so. */
export const restoreOrganization = byTwoPeople(
  'restore',
  { en: 'Restores an organization', fr: 'Rétablit une organisation' },
  { from: 'suspended', to: ({ suspended_from }) => suspended_from ?? 'verified' },
)

/** The acts and readings of operators on organizations. */
export const oversightActs = [
  listAllOrganizations,
  showOrganization,
  verifyOrganization,
  refuseOrganization,
  suspendOrganization,
  restoreOrganization,
] as const
