import { operatorRoles, type Permission, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import {
  type ActContext,
  type ActEntry,
  cellOfMoney,
  defineAct,
  defineReading,
  homeIn,
} from '../../gateway/acts/index.ts'
import { inHome } from '../../register/register-outbox/index.ts'
import {
  type ApplicationSettings,
  applySettings,
  type SettingsInput,
  settingsInput,
  settingsSchema,
} from './application-settings.ts'
import {
  type IssuedCredentials,
  issuedCredentials,
  issueKeys,
  type OrganizationDependencies,
} from './keys/issue-keys.ts'
import { lockOrganizationInHome, requireInCell, requireInHome } from './membership/organization-rows.ts'
import { withoutApproval } from './own-applications/in-force.ts'
import { readStatus, type StatusRow } from './production-status.ts'

export const textOrNull = Type.Union([Type.String(), Type.Null()])

export const applicationSummary = Type.Object({
  ...settingsSchema,
  application_id: Type.String(),
  api_key: textOrNull,
  /** The hash of the logo that citizens see; null: it has none. */
  logo_hash: textOrNull,
  created_at: Type.String(),
})
export type ApplicationSummary = Static<typeof applicationSummary>

/** The input of an act on one application. */
export const applicationInput = { application_id: Type.String({ minLength: 1, maxLength: 64 }) }

const settingColumns = [
  'name',
  'environment',
  'services',
  'approved_services',
  'suspended_services',
  'withheld_approvals',
  'scopes',
  'purposes',
  'ip_allowlist',
  'burst_per_second',
  'quotas',
  'batch_items_per_day',
  'may_omit_liveness',
  'service_settings',
  'redirect_uris',
] as const

const settingValues = (settings: ApplicationSettings) =>
  settingColumns.map((column) =>
    column === 'quotas' || column === 'service_settings'
      ? JSON.stringify(settings[column])
      : settings[column],
  )

/** The one organization of an installation, until organizations register themselves. */
export const defaultOrganizationId = 'org_default'

export const newApplicationMembers = {
  ...settingsInput.properties,
  organization: Type.Optional(Type.String({ maxLength: 60 })),
}
/** `organization`: its owner; absent: the organization of earlier releases. */
const newApplicationInput = Type.Object(newApplicationMembers, { additionalProperties: false })
type NewApplicationInput = Static<typeof newApplicationInput>

/** Creates an application with its first key set. Throws a Refusal. */
export const createApplication = defineAct({
  name: 'applications.create',
  sentence: { en: 'Creates an application', fr: 'Crée une application' },
  actors: { operator: ['supervisor'], system: true },
  input: newApplicationInput,
  output: issuedCredentials,
  refusals: ['application_setting_invalid', 'organization_not_found'],
  async perform({ client, input, needs }: ActContext<NewApplicationInput, OrganizationDependencies>) {
    if (input.organization !== undefined) await lockOrganizationInHome(needs, client, input.organization)
    const result = await insertApplication(client, input, needs, input.organization)
    return { result, entry: createdEntry(result, applySettings({}, input), input.organization) }
  },
})

/** The entry of a created application. It holds the API key, and no secret. The people of a named organization read it. */
export const createdEntry = (
  { application_id, api_key }: IssuedCredentials,
  settings: ApplicationSettings,
  organizationId: string | null = null,
): ActEntry => ({ subject: application_id, organizationId, after: { ...settings, api_key } })

/** Creates an application as a part of a transaction. The caller records the act. */
export const insertApplication = async (
  client: pg.PoolClient,
  input: SettingsInput,
  dependencies: OrganizationDependencies,
  organizationId = defaultOrganizationId,
): Promise<IssuedCredentials> => {
  const settings = applySettings({}, input)
  const applicationId = dependencies.newId('app')
  const createdAt = new Date(dependencies.clock.now())
  if (
    settings.environment === 'production' &&
    !(await mayHaveProduction(client, dependencies, organizationId))
  )
    throw new Refusal('state_conflict', 'The organization is in a cell, and its money is in home.', {
      next: 'Move the organization to home, and to the cell again.',
    })
  if (dependencies.cell) await requireInCell(client, organizationId)
  else await preparePlace(client, organizationId, createdAt)
  const places = settingColumns.map((_, index) => `$${index + 4}`)
  await client.query(
    `insert into applications (application_id, organization_id, created_at, ${settingColumns.join(', ')})
     values ($1, $2, $3, ${places.join(', ')})`,
    [applicationId, organizationId, createdAt, ...settingValues(settings)],
  )
  if (settings.approved_services.length > 0) await approveSettings(client, applicationId)
  return issueKeys(client, applicationId, settings.environment, dependencies)
}

/** A call and its charge are one transaction, so that production needs the money of the organization in the same database. */
export const mayHaveProduction = async (
  client: pg.PoolClient,
  needs: Pick<OrganizationDependencies, 'cell'>,
  organizationId: string,
): Promise<boolean> => {
  const { cell } = needs
  if (!cell) return true
  const name = await inHome(homeIn(needs), client, (home) => cellOfMoney(home, organizationId))
  return name === cell.name
}

/** In home. */
const preparePlace = async (client: pg.PoolClient, organizationId: string, nowAt: Date): Promise<void> => {
  await client.query(
    `insert into organizations (organization_id, name, created_at) values ($1, 'Default organization', $2)
     on conflict do nothing`,
    [defaultOrganizationId, nowAt],
  )
  await requireInHome(client, organizationId)
}

/** An approval of an operator names what the application has. */
const approveSettings = async (client: pg.PoolClient, applicationId: string): Promise<void> => {
  await client.query(
    `update applications set production_status = 'approved', approved_scopes = scopes, approved_purposes = purposes
     where application_id = $1`,
    [applicationId],
  )
}

/** A later approval names its scopes and purposes again. */
const forgetApproval = async (client: pg.PoolClient, applicationId: string): Promise<void> => {
  await client.query(
    `update applications set approved_scopes = '{}', approved_purposes = '{}' where application_id = $1`,
    [applicationId],
  )
}

/** Changes the named settings and keeps the others. Every process applies the change within a minute. */
export const updateApplication = defineAct({
  name: 'applications.update',
  sentence: { en: 'Changes the settings of an application', fr: 'Change les réglages d’une application' },
  actors: { operator: ['supervisor', 'reviewer'] },
  input: Type.Object({ ...applicationInput, settings: settingsInput }, { additionalProperties: false }),
  output: applicationSummary,
  refusals: ['application_setting_invalid', 'application_not_found'],
  async perform({ client, input: { application_id: applicationId, settings: changes } }) {
    await lockApplication(client, applicationId)
    const before = await readSummary(client, applicationId)
    if (changes.environment && changes.environment !== before.environment) {
      throw new Refusal(
        'application_setting_invalid',
        'The environment of an application cannot change; create another application.',
      )
    }
    const statusBefore = await readStatus(client, applicationId)
    const { settings, selection } = settled(applySettings(before, changes), changes, statusBefore)
    const assignments = settingColumns.map((column, index) => `${column} = $${index + 4}`)
    await client.query(
      `update applications set selected_scopes = $2, selected_purposes = $3, ${assignments.join(', ')},
         version = version + 1
       where application_id = $1`,
      [applicationId, ...selection, ...settingValues(settings)],
    )
    if (changes.approved) await approveSettings(client, applicationId)
    if (changes.approved === false) await forgetApproval(client, applicationId)
    await announceChange(client, applicationId)
    const statusAfter = await readStatus(client, applicationId)
    const changed = changedSettings({ ...statusBefore, ...before }, { ...statusAfter, ...settings })
    const entry = { subject: applicationId, ...changed }
    return { result: { ...before, ...settings }, entry }
  },
})

/**
 * The settings as they are written, with the selection of the organization. What an operator sets replaces it. A withdrawal of
 * the approval ends what the approval put in force, and keeps the selection.
 */
const settled = (
  wanted: ApplicationSettings,
  { approved, scopes, purposes }: SettingsInput,
  { selected_scopes, selected_purposes }: StatusRow,
) => {
  if (approved !== false) return { settings: wanted, selection: [null, null] }
  const left = withoutApproval({
    ...wanted,
    selected_scopes: scopes ? null : selected_scopes,
    selected_purposes: purposes ? null : selected_purposes,
  })
  return {
    settings: { ...wanted, scopes: left.scopes, purposes: left.purposes },
    selection: [left.selected_scopes, left.selected_purposes],
  }
}

const auditedColumns = [...settingColumns, 'approved_scopes', 'approved_purposes'] as const
type AuditedSettings = ApplicationSettings & Pick<StatusRow, 'approved_scopes' | 'approved_purposes'>

/** The settings that differ, before and after. */
const changedSettings = (before: AuditedSettings, after: AuditedSettings) => {
  const changed = auditedColumns.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (settings: AuditedSettings) =>
    Object.fromEntries(changed.map((name) => [name, settings[name]]))
  return { before: pick(before), after: pick(after) }
}

const summarySelection = `select a.application_id, a.created_at, a.logo_hash, ${settingColumns.map((column) => `a.${column}`).join(', ')},
  (select k.api_key from api_keys k where k.application_id = a.application_id and k.revoked_at is null
   order by k.created_at desc limit 1) as api_key
  from applications a`

type SummaryRow = Omit<ApplicationSummary, 'created_at'> & { created_at: Date }
const summaryOf = (row: SummaryRow): ApplicationSummary => ({
  ...row,
  created_at: rfc3339(row.created_at.getTime()),
})

/**
 * Locks the row of an application until the transaction ends, so that two changes happen one after the other. The lock
 * is a statement of its own on one row: a database with several nodes takes it on one node.
 */
export const lockApplication = async (
  client: Pick<pg.ClientBase, 'query'>,
  applicationId: string,
): Promise<void> => {
  await client.query('select from applications where application_id = $1 for update', [applicationId])
}

/** Throws a Refusal where there is no such application. */
export const readSummary = async (
  client: Pick<pg.ClientBase, 'query'>,
  applicationId: string,
): Promise<ApplicationSummary> => {
  const { rows } = await client.query<SummaryRow>(`${summarySelection} where a.application_id = $1`, [
    applicationId,
  ])
  if (!rows[0]) throw new Refusal('application_not_found', `There is no application ${applicationId}.`)
  return summaryOf(rows[0])
}

export const readApplications = async (pool: pg.Pool): Promise<ApplicationSummary[]> => {
  const { rows } = await pool.query<SummaryRow>(`${summarySelection} order by a.created_at`)
  return rows.map(summaryOf)
}

export const readersOfApplications: Permission = { operator: [...operatorRoles], system: true }

export const listApplications = defineReading({
  name: 'applications.list',
  sentence: { en: 'Lists the applications', fr: 'Liste les applications' },
  actors: readersOfApplications,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Array(applicationSummary),
  read: ({ pool }) => readApplications(pool),
})
