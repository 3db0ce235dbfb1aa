import { newOrganization, organization, organizationChange, organizationId } from '@nani/contract/console'
import { memberRoles, Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { listOf, pageInput, readPage, requireVersion, versionInput } from '../../../gateway/acts/index.ts'
import { membershipAct, membershipReading } from './needs.ts'
import {
  lockOrganization,
  memberOf,
  type OrganizationRow,
  organizationColumns,
  organizationOf,
  personIdOf,
  rccmOf,
  readOrganizationRow,
} from './organization-rows.ts'

const closed = { additionalProperties: false }
const maxOrganizations = 50

export const createOrganization = membershipAct({
  name: 'organizations.create',
  sentence: { en: 'Registers an organization', fr: 'Enregistre une organisation' },
  actors: { person: true },
  routes: { member: 'POST /organizations' },
  rateLimit: { burst: 30, refillMs: 10_000 },
  answers: 201,
  input: newOrganization,
  output: organization,
  refusals: ['value_invalid', 'state_conflict', 'too_many_attempts'],
  prepare: ({ input: { name, rccm }, needs }) => needs.compareBusiness(name, rccmOf(rccm)),
  async perform({ client, actor, input, needs: { newId }, nowMs, prepared: comparison }) {
    const personId = personIdOf(actor)
    const { rows: counted } = await client.query<{ owned: number }>(
      'select count(*)::int as owned from organization_members where person_id = $1',
      [personId],
    )
    if ((counted[0]?.owned ?? 0) >= maxOrganizations)
      throw new Refusal('state_conflict', `A person is in at most ${maxOrganizations} organizations.`)
    const id = newId('org')
    const rccm = rccmOf(input.rccm)
    const { rows } = await client.query<OrganizationRow>(
      `insert into organizations (organization_id, name, rccm, account_status, comparison, created_at)
       values ($1, $2, $3, 'pending', $4, $5) returning ${organizationColumns}`,
      [id, input.name, rccm, comparison && JSON.stringify(comparison), new Date(nowMs)],
    )
    await client.query(
      `insert into organization_members (organization_id, person_id, roles, joined_at) values ($1, $2, '{owner}', $3)`,
      [id, personId, new Date(nowMs)],
    )
    return {
      result: organizationOf(rows[0] as OrganizationRow, ['owner']),
      entry: { subject: id, organizationId: id, after: { name: input.name, rccm, status: 'pending' } },
    }
  },
})

type OwnRow = OrganizationRow & { roles: (typeof memberRoles)[number][] }

export const listOrganizations = membershipReading({
  name: 'organizations.list',
  sentence: { en: 'Lists the own organizations', fr: 'Liste ses organisations' },
  actors: { person: true },
  routes: { member: 'GET /organizations' },
  input: Type.Object(pageInput, closed),
  output: listOf(organization),
  refusals: ['value_invalid'],
  read: ({ pool, actor, input, needs: { cursors } }) =>
    readPage(
      { name: 'organizations', actor, input, cursors },
      {
        async rows(after, limit) {
          const { rows } = await pool.query<OwnRow>(
            `select o.*, o.account_status as status, m.roles from organization_members m join organizations o using (organization_id)
             where m.person_id = $1 and o.account_status <> 'closed' and ($2::text is null or organization_id > $2)
             order by organization_id limit $3`,
            [personIdOf(actor), after?.[0] ?? null, limit],
          )
          return rows
        },
        positionOf: (row) => [row.organization_id],
        itemOf: (row) => organizationOf(row, row.roles),
      },
    ),
})

export const readOrganization = membershipReading({
  name: 'organizations.read',
  sentence: { en: 'Reads the organization', fr: "Lit l'organisation" },
  actors: { member: memberRoles },
  routes: { member: 'GET /organizations/{organization_id}' },
  input: Type.Object({ organization_id: organizationId }, closed),
  output: organization,
  async read({ pool, actor, input }) {
    return organizationOf(await readOrganizationRow(pool, input.organization_id), memberOf(actor).roles)
  },
})

/** A new name or number needs a new verification. So a refused organization is submitted again by its change. */
export const updateOrganization = membershipAct({
  name: 'organizations.update',
  sentence: { en: 'Changes the organization', fr: "Modifie l'organisation" },
  actors: { member: ['owner', 'administrator'] },
  routes: { member: 'PATCH /organizations/{organization_id}' },
  input: Type.Object(
    { organization_id: organizationId, ...organizationChange.properties, version: versionInput },
    { ...closed, minProperties: 3 },
  ),
  output: organization,
  refusals: ['value_invalid', 'changed_meanwhile', 'state_conflict'],
  async prepare({ input, needs }) {
    const rccm = input.rccm === undefined ? undefined : rccmOf(input.rccm)
    const before = await readOrganizationRow(needs.pool, input.organization_id)
    const compared = rccm ?? before.rccm
    return compared === null ? null : needs.compareBusiness(input.name ?? before.name, compared)
  },
  async perform({ client, actor, input, nowMs, prepared: comparison }) {
    const { organization_id: id, version } = input
    const { roles } = memberOf(actor)
    const before = await lockOrganization(client, id)
    requireVersion(version, organizationOf(before, roles))
    if (before.status === 'suspended')
      throw new Refusal('state_conflict', 'A suspended organization cannot be changed.')
    const name = input.name ?? before.name
    const rccm = input.rccm === undefined ? before.rccm : rccmOf(input.rccm)
    const isSame = name === before.name && rccm === before.rccm && before.status !== 'refused'
    const { rows } = await client.query<OrganizationRow>(
      `update organizations set name = $2, rccm = $3, version = version + 1, account_status = $4, status_reason = $5,
         status_changed_at = $6, comparison = $7
       where organization_id = $1 returning ${organizationColumns}`,
      [
        ...[id, name, rccm, isSame ? before.status : 'pending', isSame ? before.status_reason : null],
        ...[new Date(nowMs), comparison && JSON.stringify(comparison)],
      ],
    )
    const after = rows[0] as OrganizationRow
    return {
      result: organizationOf(after, roles),
      entry: {
        subject: id,
        before: { name: before.name, rccm: before.rccm, status: before.status },
        after: { name, rccm, status: after.status },
      },
    }
  },
})
