import { organization, organizationId, organizationStatuses } from '@nani/contract/console'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { findOpen, proposalSchema } from '../../../desk/proposals/index.ts'
import {
  type ActNeeds,
  actsWithNeeds,
  type ListCursors,
  listOf,
  noPlaces,
  type Places,
  pageInput,
  readPage,
} from '../../../gateway/acts/index.ts'
import type { Business } from '../../../register/register/index.ts'
import {
  type OrganizationRow,
  organizationColumns,
  organizationOf,
  readOrganizationRow,
} from './organization-rows.ts'

/** What the readings of the desk about organizations need. */
export type DeskReadingNeeds = ActNeeds & {
  cursors: ListCursors
  /** The business of the register with this number; undefined: the register did not answer. */
  businessOf(rccm: string): Promise<Business | null | undefined>
  /** Where applications are. Absent: in home. */
  places?: Pick<Places<{ pool: pg.Pool }>, 'find'>
}

const { reading } = actsWithNeeds<DeskReadingNeeds>()
const closed = { additionalProperties: false }
const readers = { operator: ['reviewer', 'auditor', 'supervisor'] } as const

/** Organizations by status and by a part of the name, the oldest first. */
export const listOrganizationsForDesk = reading({
  name: 'organizations.list_for_desk',
  sentence: { en: 'Lists organizations in pages', fr: 'Liste les organisations par pages' },
  actors: readers,
  routes: { operator: 'GET /organizations' },
  input: Type.Object(
    {
      status: Type.Optional(Type.Enum([...organizationStatuses])),
      q: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      ...pageInput,
    },
    closed,
  ),
  output: listOf(organization),
  refusals: ['value_invalid'],
  read: ({ pool, actor, input, needs: { cursors } }) =>
    readPage(
      { name: 'desk-organizations', actor, input, cursors },
      {
        async rows(after, limit) {
          const { rows } = await pool.query<OrganizationRow>(
            `select ${organizationColumns} from organizations
             where account_status <> 'closed' and ($1::text is null or account_status = $1)
               and ($2::text is null or strpos(lower(name), lower($2)) > 0 or rccm = $2 or organization_id = $2)
               and ($3::text is null or organization_id > $3)
             order by organization_id limit $4`,
            [input.status ?? null, input.q ?? null, after?.[0] ?? null, limit],
          )
          return rows
        },
        positionOf: ({ organization_id }) => [organization_id],
        itemOf: (row) => organizationOf(row, []),
      },
    ),
})

const textOrNull = Type.Union([Type.String(), Type.Null()])
const identifiers = Type.Object({ rccm: textOrNull, id_nat: textOrNull, nif: textOrNull })
const officer = Type.Object({ full_name: Type.String(), role: Type.String(), since: Type.String() })

/** The business of the register, without the identifiers of its people. */
const registeredBusiness = Type.Object({
  legal_name: Type.String(),
  trade_name: textOrNull,
  legal_form: Type.String(),
  status: Type.Enum(['active', 'suspended', 'dissolved', 'struck_off']),
  registered_on: Type.String(),
  identifiers,
  officers: Type.Array(officer),
  updated_at: Type.String(),
})

const application = Type.Object({
  id: Type.String(),
  name: Type.String(),
  environment: Type.Enum(['sandbox', 'production']),
  production_status: textOrNull,
  approved_services: Type.Array(Type.String()),
  suspended_services: Type.Array(Type.String()),
  /** A new name or logo that waits for a decision. */
  ...{ proposed_name: textOrNull, proposed_logo_hash: textOrNull },
})

type Application = Type.Static<typeof application>

/** Applications on the page of an organization. */
const maxShown = 50

const readApplications = async (
  database: Database,
  organization: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<Application[]> => {
  const { rows } = await database.query<Application>(
    `select application_id as id, name, environment, production_status, approved_services, suspended_services,
       proposed_name, proposed_logo_hash
     from applications where organization_id = $1 and ($2::text is null or application_id > $2)
     order by application_id limit $3`,
    [organization, after, limit],
  )
  return rows
}

/** The applications of an organization, in pages. */
export const listApplicationsForDesk = reading({
  name: 'applications.list_for_desk',
  sentence: {
    en: 'Lists the applications of an organization in pages',
    fr: 'Liste les applications d’une organisation par pages',
  },
  actors: readers,
  routes: { operator: 'GET /organizations/{organization_id}/applications' },
  input: Type.Object({ organization_id: organizationId, ...pageInput }, closed),
  output: listOf(application),
  refusals: ['organization_not_found', 'value_invalid'],
  async read({ pool, actor, input, needs: { cursors } }) {
    await readOrganizationRow(pool, input.organization_id)
    return readPage(
      { name: 'desk-applications', actor, input, cursors },
      {
        rows: (after, limit) =>
          readApplications(pool, input.organization_id, { after: after ? String(after[0]) : null, limit }),
        positionOf: ({ id }) => [id],
        itemOf: (row) => row,
      },
    )
  },
})

export const readOrganizationForDesk = reading({
  name: 'organizations.read_for_desk',
  sentence: {
    en: 'Reads an organization next to the register',
    fr: 'Lit une organisation à côté du registre',
  },
  actors: readers,
  routes: { operator: 'GET /organizations/{organization_id}' },
  input: Type.Object({ organization_id: organizationId }, closed),
  output: Type.Object({
    ...organization.properties,
    /** Null: the register has no such business, or it did not answer. */
    business: Type.Union([registeredBusiness, Type.Null()]),
    differences: Type.Array(
      Type.Object({ field: Type.String(), organization: textOrNull, register: textOrNull }),
    ),
    members: Type.Integer(),
    /** The first applications. `GET /organizations/{organization_id}/applications` lists all. */
    applications: Type.Array(application, { maxItems: maxShown }),
    has_more_applications: Type.Boolean(),
    /** The cell with the applications, which cannot be read at present. */
    unread: Type.Optional(Type.Array(Type.String())),
    proposals: Type.Array(proposalSchema),
  }),
  refusals: ['organization_not_found'],
  async read({ pool, input: { organization_id: id }, nowMs, needs: { businessOf, places = noPlaces } }) {
    const row = await readOrganizationRow(pool, id)
    const business = row.rccm === null ? null : await businessOf(row.rccm)
    const { rows: members } = await pool.query<{ members: number }>(
      'select count(*)::integer as members from organization_members where organization_id = $1',
      [id],
    )
    const place = await places.find(id)
    const database = place === null ? pool : place.cell?.pool
    const applications = database
      ? await readApplications(database, id, { after: null, limit: maxShown + 1 })
      : []
    const open = await Promise.all(
      ['organizations.suspend', 'organizations.restore'].map((act) =>
        findOpen(pool, { act, subject: id }, nowMs),
      ),
    )
    return {
      ...organizationOf(row, []),
      business: business ? businessOfRegister(business) : null,
      differences: differencesOf(row, business),
      members: members[0]?.members ?? 0,
      applications: applications.slice(0, maxShown),
      has_more_applications: applications.length > maxShown,
      ...(place && !database && { unread: [place.name] }),
      proposals: open.filter((proposal) => proposal !== null),
    }
  },
  entry: ({ id }) => ({ subject: id, organizationId: id }),
})

const businessOfRegister = ({ officers, ...business }: Business): Type.Static<typeof registeredBusiness> => ({
  legal_name: business.legal_name,
  trade_name: business.trade_name,
  legal_form: business.legal_form,
  status: business.status,
  registered_on: business.registered_on,
  identifiers: business.identifiers,
  officers: officers.map(({ full_name, role, since }) => ({ full_name, role, since })),
  updated_at: business.updated_at,
})

/** Every difference, by what the reviewer must judge: the name, the number, and whether the business is active. */
const differencesOf = (row: OrganizationRow, business: Business | null | undefined) => {
  if (business === undefined) return [{ field: 'register', organization: row.rccm, register: 'no_answer' }]
  if (business === null) return [{ field: 'rccm', organization: row.rccm, register: null }]
  const compared: [string, string | null, string | null][] = [
    ['name', row.name, business.legal_name],
    ['rccm', row.rccm, business.identifiers.rccm],
    ['status', 'active', business.status],
  ]
  return compared
    .filter(([, own, registered]) => own !== registered)
    .map(([field, own, registered]) => ({ field, organization: own, register: registered }))
}
